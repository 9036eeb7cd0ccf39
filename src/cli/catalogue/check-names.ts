import type { KnownToPeople, NameCheck } from '../../access/load-people.ts'
import { isWellNamed } from '../../access/person-name.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { localeFor } from '../../catalogue/locale-for.ts'
import type { Problem } from '../../catalogue/source/problem.ts'
import { isMisleadingName } from '../../conversation/things/is-misleading-name.ts'
import { isReservedName } from '../../conversation/things/is-reserved-name.ts'

/** What the chat checks before it calls somebody so, for the names in a people file. */
export function checkNames(catalogue: Catalogue): NameCheck & { readonly found: readonly Problem[] } {
  const found: Problem[] = []
  return {
    found,
    report: (problem) => void found.push(problem),
    problemOf: (name, language) => {
      if (isReservedName({ catalogue, locale: localeFor(catalogue, language) }, name))
        return 'this name would be taken for an answer, a command or a role: choose another one, or add a surname'
      if (isMisleadingName(catalogue, name) && isWellNamed(name))
        return 'this name has a bracket, a colon or a word for a role, and would look like rights: choose a plain name'
      return isWellNamed(name)
        ? null
        : 'a name has nothing hidden, one alphabet a word and no phone number in it: choose a plain name'
    },
  }
}

/** What a people file may name of a catalogue. */
export function knownToPeople({ roles, locales }: Catalogue): KnownToPeople {
  return { roles: [...roles.keys()], languages: [...locales.keys()] }
}

/** Where a problem is, and what it is, without the line itself: names stand in no log. */
export function briefly({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`
}

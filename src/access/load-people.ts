import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { createShapeCheck } from '../catalogue/shapes/check-shape.ts'
import { renderProblems } from '../catalogue/source/problem.ts'
import type { Problem, Report } from '../catalogue/source/problem.ts'
import { parseYamlSource } from '../catalogue/source/yaml-source.ts'
import { UserError } from '../errors.ts'
import { knownZone } from './known-zone.ts'
import { languageOfPhone } from './language-of-phone.ts'
import type { Person } from './person.ts'
import { sameLine } from './same-line.ts'
import { unknownLanguage } from './unknown-language.ts'
import { unknownRole } from './unknown-role.ts'
import { zoneOfPhone } from './zone-of-phone.ts'

/** A person as the file names them: they get an id of ours when they are stored. */
export type PersonEntry = Omit<Person, 'id'>

/** Tells why somebody who speaks a language should not be called so, `null` when they may, and takes it down. */
export type NameCheck = {
  readonly problemOf: (name: string, language: string) => string | null
  readonly report: Report
}

/** What the catalogue has that a file may name. */
export type KnownToPeople = { readonly roles: readonly string[]; readonly languages: readonly string[] }

const closed = { additionalProperties: false }

/** A person in the file. */
export const personShape = Type.Object(
  {
    phone: Type.String({
      pattern: '^\\+[1-9][0-9]{6,14}$',
      description: 'a phone number such as "+5511990000001"',
    }),
    name: Type.String({
      pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cf}\\u2028\\u2029]{1,80}$',
      description: 'one line of 1 to 80 characters',
    }),
    roles: Type.Array(Type.String({ pattern: '^[a-z][a-z0-9-]*$', description: 'the name of a role' })),
    language: Type.Optional(Type.String()),
    timeZone: Type.Optional(Type.String()),
  },
  closed,
)

const checkPeople = createShapeCheck(Type.Object({ people: Type.Array(personShape) }, closed))

/**
 * Reads a people file, YAML or JSON: `people: [{ phone, name, roles, language?, timeZone? }]`. Without a language or a
 * time zone it is that of the number's country; where there are several zones without a usual one, UTC.
 * @param known the roles that there are and the languages that are spoken; `null`: whether they exist is not asked
 * @param names why somebody should not be called so, and where that is told: no reason to refuse a file that was taken before
 * @throws UserError `people_invalid` with every problem there is, each as `file:line:column: message`
 */
export async function loadPeopleFile(
  path: string,
  known: KnownToPeople | null = null,
  names: NameCheck | null = null,
): Promise<readonly PersonEntry[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UserError(
      'people_invalid',
      `The people file ${path} cannot be read; name another one with --people or SAYSO_PEOPLE`,
      { cause },
    )
  })
  const problems: Problem[] = []
  const people = parsePeople({ path, text, known, names }, problems)
  if (problems.length > 0) throw new UserError('people_invalid', renderProblems(problems))
  return people
}

function parsePeople(
  {
    path,
    text,
    known,
    names,
  }: {
    readonly path: string
    readonly text: string
    readonly known: KnownToPeople | null
    readonly names: NameCheck | null
  },
  problems: Problem[],
): readonly PersonEntry[] {
  const report = (problem: Problem): void => void problems.push(problem)
  const source = parseYamlSource(path, text, report)
  const file = source === null ? null : checkPeople(source, report)
  if (source === null || file === null) return []
  const entries = file.people.map((person) => ({
    language: languageOfPhone(person.phone),
    timeZone: zoneOfPhone(person.phone) ?? 'UTC',
    ...person,
  }))
  for (const [index, { phone, name, language, timeZone, roles: theirs }] of entries.entries()) {
    const misnamed = names?.problemOf(name, language) ?? null
    if (misnamed !== null) names?.report(source.problemAt(['people', index, 'name'], misnamed))
    for (const [place, role] of theirs.entries()) {
      if (known === null || known.roles.includes(role)) continue
      report(source.problemAt(['people', index, 'roles', place], unknownRole(role, known.roles)))
    }
    const at = (key: string, message: string): void => report(source.problemAt(['people', index, key], message))
    if (entries.findIndex((other) => sameLine(other.phone).includes(phone)) !== index) {
      at('phone', `${phone} is in this file twice`)
    }
    const misspoken = problemOfLanguage(language, file.people[index]?.language === undefined ? null : known)
    if (misspoken !== null) at('language', misspoken)
    if (knownZone(timeZone) !== timeZone) {
      at('timeZone', `"${timeZone}" is not a time zone such as America/Sao_Paulo`)
    }
  }
  return entries
}

/** @param known `null`: whether it is spoken is not asked, as of one that nobody has named */
function problemOfLanguage(language: string, known: KnownToPeople | null): string | null {
  if (!isLanguageTag(language)) return `"${language}" is not a language tag such as en or pt-BR`
  return known === null ? null : unknownLanguage(language, known.languages)
}

function isLanguageTag(text: string): boolean {
  try {
    return new Intl.Locale(text).language !== ''
  } catch {
    return false
  }
}

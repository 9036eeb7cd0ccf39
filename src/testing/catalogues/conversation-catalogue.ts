import { join } from 'node:path'
import { Type } from 'typebox'
import type { Catalogue, Command, CommandTexts, Parameter } from '../../catalogue/catalogue.ts'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { catalogueSources } from '../../cli/catalogue/catalogue-sources.ts'
import { recallFor } from '../../recall.ts'
import { createActions, type Action } from '../../execution/action.ts'

const root = join(import.meta.dirname, '..', '..', '..')

let loaded: Promise<Catalogue> | undefined
let loadedClinic: Promise<Catalogue> | undefined

/**
 * The catalogue that is shipped, read from commands/ and locales/; its chains are not planned, for nothing runs them. All tests of
 * a process have the same one, which nothing changes: reading it takes longer than most of them.
 */
export function loadShippedCatalogue(): Promise<Catalogue> {
  loaded ??= loadCatalogue({
    commandsDir: join(root, 'commands'),
    localesDir: join(root, 'locales'),
    actions: createActions([sqlAction('query', 'none'), sqlAction('execute', 'mutates')]),
    planProblems: () => [],
  })
  return loaded
}

/** The catalogue of examples/clinic; all tests of a process have the same one. */
export function loadClinic(): Promise<Catalogue> {
  loadedClinic ??= loadCatalogue(catalogueSources(join(root, 'examples', 'clinic')))
  return loadedClinic
}

type Change = { readonly command?: Partial<Command>; readonly texts?: Partial<CommandTexts> }

const changedBefore = recallFor((_catalogue: Catalogue) => new Map<string, Catalogue>())

/**
 * The same catalogue as another deployment would have it: one command changed, in fields and in English texts. The same change is
 * made once: what understands its sentences takes longer to make than most tests.
 */
export function withCommand(catalogue: Catalogue, token: string, change: Change): Catalogue {
  const known = changedBefore(catalogue)
  const key = JSON.stringify([token, change])
  const changed = known.get(key) ?? changeCommand(catalogue, token, change)
  known.set(key, changed)
  return changed
}

function changeCommand(catalogue: Catalogue, token: string, change: Change): Catalogue {
  const command = catalogue.commands.get(token)
  const english = catalogue.locales.get('en')
  const texts = command === undefined ? undefined : english?.commands[command.path]
  if (command === undefined || english === undefined || texts === undefined) throw new TypeError(`No command ${token}`)
  const commands = { ...english.commands, [command.path]: { ...texts, ...change.texts } }
  return {
    ...catalogue,
    version: `${catalogue.version}+${token}`,
    commands: new Map(catalogue.commands).set(token, { ...command, ...change.command }),
    locales: new Map(catalogue.locales).set('en', { ...english, commands }),
  }
}

/** The same catalogue where one parameter of a command is another one of its name, and people ask for it otherwise, by language. */
export function withParameter(
  catalogue: Catalogue,
  token: string,
  parameter: Parameter,
  sentences: Readonly<Record<string, readonly string[]>>,
): Catalogue {
  const command = catalogue.commands.get(token)
  if (command === undefined) throw new TypeError(`No command ${token}`)
  const parameters = command.parameters.map((each) => (each.name === parameter.name ? parameter : each))
  const locales = [...catalogue.locales].map(([language, locale]): [string, typeof locale] => {
    const texts = locale.commands[command.path]
    const said = sentences[language]
    if (texts === undefined || said === undefined) return [language, locale]
    return [language, { ...locale, commands: { ...locale.commands, [command.path]: { ...texts, sentences: said } } }]
  })
  return {
    ...catalogue,
    version: `${catalogue.version}+${token}.${parameter.name}`,
    commands: new Map(catalogue.commands).set(token, { ...command, parameters }),
    locales: new Map(locales),
  }
}

/** The same catalogue without one of its commands. */
export function withoutCommand(catalogue: Catalogue, token: string): Catalogue {
  const commands = new Map(catalogue.commands)
  commands.delete(token)
  return { ...catalogue, version: `${catalogue.version}-${token}`, commands }
}

function sqlAction(type: string, effect: Action['effect']): Action {
  const meta = Type.Record(Type.String(), Type.Unknown())
  return { domain: 'sql', type, meta, effect, repeat: 'safe', run: () => Promise.resolve({}) }
}

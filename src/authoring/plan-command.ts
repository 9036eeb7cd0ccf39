/** A new command as files: what is written anew, and what is put into files that are there. */
import type { Catalogue } from '../catalogue/catalogue.ts'
import { covers } from '../access/may.ts'
import { patternOf } from '../access/grant.ts'
import { UserError } from '../errors.ts'
import type { Actions } from '../execution/action.ts'
import type { Answers } from './answers.ts'
import { draftCommand, type DraftCommand } from './draft-command.ts'
import { draftTexts, type DraftTexts } from './draft-texts.ts'
import { appendToList, insertIntoMap } from './insert-into-map.ts'
import type { PlannedFile } from './planned-file.ts'
import { inFlow } from './yaml-text.ts'
import { renderCommandFile } from './render-command-file.ts'
import { renderConversation } from './render-conversation.ts'
import { renderLocaleEntry } from './render-locale-entry.ts'

const emptyMenu = `state:
  result: { mode: append, destination: current-node }
  outputDestinations: [current-node]
`

export type CommandPlan = {
  readonly draft: DraftCommand
  readonly texts: readonly DraftTexts[]
  readonly files: readonly PlannedFile[]
  /** The file of its conversation test. */
  readonly conversation: string
}

/** The catalogue that it goes into: what it means, and the files as they are, by their paths below its folder. */
export type Surroundings = {
  readonly catalogue: Catalogue
  readonly actions: Actions
  readonly files: ReadonlyMap<string, string>
}

/** Where a command and its test are written, below the folder of the catalogue. */
export function filesOfCommand({ name, path }: Pick<DraftCommand, 'name' | 'path'>): {
  readonly file: string
  readonly conversation: string
} {
  return { file: `commands/${name}.yaml`, conversation: `conversations/${path.replaceAll('.', '-')}.yaml` }
}

/**
 * Plans a new command.
 * @param leftOut made sentences that are not to be used, by language
 * @throws UserError `usage` when the answers do not fit the catalogue
 */
export function planCommand(
  name: string,
  answers: Answers,
  surroundings: Surroundings,
  leftOut: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): CommandPlan {
  const { catalogue, files } = surroundings
  const draft = draftCommand(name, answers, surroundings)
  const { file, conversation } = filesOfCommand(draft)
  const [main, ...others] = draftTexts(draft, answers, catalogue)
  const kept = (each: DraftTexts) => without(each, draft, leftOut.get(each.language))
  const texts = [kept(main), ...others.map(kept)]
  const menus = draft.folders
    .map((_name, index) => `commands/${draft.folders.slice(0, index + 1).join('/')}/_menu.yaml`)
    .filter((menu) => !hasFolder(files, menu.replace('_menu.yaml', '')))
  return {
    draft,
    texts,
    conversation,
    files: [
      ...menus.map((menu) => ({ file: menu, text: emptyMenu, before: null })),
      { file, text: renderCommandFile(draft, main), before: null },
      ...rolesFile(draft, files),
      ...menuOfAll(draft, files),
      ...texts.map((each) => localeFile(draft, each, { files, language: catalogue.language })),
      ...texts.flatMap((each) => messagesFile(each, files)),
      {
        file: conversation,
        text: renderConversation(draft, texts, { role: roleFor(draft, catalogue), language: catalogue.language }),
        before: null,
      },
    ],
  }
}

function localeFile(
  draft: DraftCommand,
  texts: DraftTexts,
  { files, language }: { readonly files: ReadonlyMap<string, string>; readonly language: string },
): PlannedFile {
  const file = `locales/${texts.language}/commands.yaml`
  const before = files.get(file) ?? ''
  const beside = draft.folders.length === 0 ? '' : `${draft.folders.join('.')}.`
  const entry = renderLocaleEntry(draft.path, texts, language)
  const withCommand = insertIntoMap(before, { key: 'commands', beside, name: draft.path, entry })
  const text = Object.entries(texts.menus).reduce(
    (all, [path, title]) =>
      insertIntoMap(all, { key: 'menus', beside: '', name: path, entry: [`${path}: ${inFlow(title)}`] }),
    withCommand,
  )
  return { file, text, before }
}

/** The words for new choices. */
function messagesFile({ language, words }: DraftTexts, files: ReadonlyMap<string, string>): readonly PlannedFile[] {
  const file = `locales/${language}/messages.yaml`
  const before = files.get(file) ?? null
  if (Object.keys(words).length === 0) return []
  const text = Object.entries(words).reduce(
    (all, [name, word]) =>
      insertIntoMap(all, { key: 'words', beside: '', name, entry: [`${inFlow(name)}: [${inFlow(word)}]`] }),
    // Without such a file everything is said as Sayso says it.
    before ?? 'words: {}\n',
  )
  return [{ file, text, before }]
}

/** A new folder stands before administration, which hardly anybody opens. */
function menuOfAll({ folders }: DraftCommand, files: ReadonlyMap<string, string>): readonly PlannedFile[] {
  const file = 'commands/_menu.yaml'
  const [folder] = folders
  const before = files.get(file)
  if (folder === undefined || before === undefined || hasFolder(files, `commands/${folder}/`)) return []
  const text = before.replace(/^(order:[ \t]*\[(?:[^\]\n]*,[ \t]*)?)(admin[ \t]*\])/mu, `$1${folder}, $2`)
  return text === before ? [] : [{ file, text, before }]
}

function rolesFile({ roles, scope }: DraftCommand, files: ReadonlyMap<string, string>): readonly PlannedFile[] {
  const file = 'commands/_roles.yaml'
  const before = files.get(file)
  if (roles.length === 0 || before === undefined) return []
  return [{ file, text: roles.reduce((text, role) => appendToList(text, role, scope), before), before }]
}

/** Somebody who may ask for it. @throws UserError `usage` when nobody may */
function roleFor({ roles, scope }: DraftCommand, catalogue: Catalogue): string {
  const all = [...catalogue.roles].filter(([, grants]) => grants.some((grant) => covers(patternOf(grant), scope)))
  const names = all.map(([role]) => role)
  const role = names.includes('owner') ? 'owner' : (roles[0] ?? names[0])
  if (role !== undefined) return role
  throw new UserError(
    'usage',
    `No role grants ${scope}. Name one in "roles"; known: ${[...catalogue.roles.keys()].join(', ')}`,
  )
}

function hasFolder(files: ReadonlyMap<string, string>, folder: string): boolean {
  return [...files.keys()].some((file) => file.startsWith(folder))
}

/** The others; when none is left, the words of the token stand for them. */
function without(
  texts: DraftTexts,
  { token, intent }: DraftCommand,
  left: ReadonlySet<string> | undefined,
): DraftTexts {
  if (left === undefined || !texts.areSentencesMade) return texts
  const keep = (each: string): boolean => !left.has(each)
  const sentences = texts.sentences.filter(keep)
  const words = token.toLowerCase().replaceAll('_', ' ')
  const last = [intent.target === null ? words : `${words} {${intent.target}}`].filter(keep)
  return {
    ...texts,
    sentences: sentences.length > 0 ? sentences : last,
    said: texts.said.filter(({ text }) => keep(text)),
  }
}

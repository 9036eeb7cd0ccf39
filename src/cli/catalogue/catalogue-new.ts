import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseAnswers, type Answers } from '../../authoring/answers.ts'
import { parseCommandName } from '../../authoring/draft-command.ts'
import { filesOfCommand, type CommandPlan } from '../../authoring/plan-command.ts'
import { writeFiles } from '../../authoring/write-files.ts'
import { nameOfLanguage } from '../../catalogue/locales/main-language.ts'
import { readConfig } from '../../config.ts'
import { UserError } from '../../errors.ts'
import { isObject } from '../../json.ts'
import { shownPath } from '../../shown-path.ts'
import { catalogueFolder, shippedFolder } from './catalogue-sources.ts'
import { answerOptions, answersFromFlags } from './catalogue-new-flags.ts'
import { filesOf, openDraft, type DraftFolder } from './draft-folder.ts'
import { planSound } from './sound-plan.ts'
import { parseOptions } from '../parse-options.ts'
import type { Subcommand } from '../subcommand.ts'
import type { Surroundings } from '../surroundings.ts'

export const catalogueNew: Subcommand = {
  help: `Usage: sayso catalogue new FOLDER/NAME [--answers FILE | options] [--dir DIR] [--json]

Asks what the command does and writes commands/FOLDER/NAME.yaml, its entries in locales/*/commands.yaml, and a conversation test
that passes. What you leave out is derived from your other answers. A language in which you answered nothing gets the texts of the
main one (English, or the "language" of commands/_menu.yaml), and is listed at the end. Everything is checked before anything is
written; nothing is overwritten, and what the files already contain stays as it is. If the folder has no catalogue, one is created
first.

  --dir DIR        the folder that holds commands/ and locales/; default: SAYSO_CATALOGUE, else that of Sayso
  --languages L,M  those that a new catalogue speaks, its main one first; default: all that Sayso speaks
  --json           one JSON object at the end: { token, files, untranslated }

Nothing is asked if answers are given, in a file or as options. Options take precedence over the file:

  --answers FILE   JSON: { safety, title, parameters, step, … }; texts are in the main language, or { "en": …, "pt-BR": … }
  --safety WHAT    read (changes nothing), mutation (can be taken back), destructive (cannot be taken back)
  --title TEXT     what it is called in menus; LANGUAGE=TEXT for another language; this and the next options may be repeated
  --param NAME:TYPE[?][=EXAMPLE]
                   a parameter, with ? if it may be left out: id:order, reason:text?, size:choice(small|large), weight:number=2.5.
                   Types: text id integer number money percent boolean date month time date-time phone email choice,
                   or a kind of thing that the catalogue knows, such as order
  --sql STATEMENT  what it does, on the connection "shop"; :name is the parameter of that name
  --step ACTION    or another action, such as labels/print of your own (SAYSO_ACTIONS)
  --meta JSON      its actionMeta (default: each field takes the parameter of its name)
  --columns A,B    for a read: the columns that are shown; required for a read by SQL
  --effect TEXT    what the preview says will happen; also LANGUAGE=TEXT
  --done TEXT      what is said when it is done; also LANGUAGE=TEXT
  --sentence TEXT  how people ask for it, such as "hold order {id}"; also LANGUAGE=TEXT
  --undo TOKEN     the command that takes it back
  --role ROLE      who may ask for it, besides those who may do everything
  --token TOKEN, --scope SCOPE
                   instead of those derived from title and name

Examples:
  sayso catalogue new orders/hold
  sayso catalogue new orders/unpaid --safety read --title "Unpaid orders" --columns id,customer \\
    --sql "select id, customer from orders where status <> 'paid'"
  SAYSO_CATALOGUE=shop sayso catalogue new parcels/send --answers send.json
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: {
        ...answerOptions,
        answers: { type: 'string' },
        dir: { type: 'string' },
        languages: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0)
      throw new UserError('usage', 'Which command? Name its folder and file: sayso catalogue new orders/hold')
    const place = parseCommandName(name)
    const config = readConfig(at.env)
    const folder = catalogueFolder(values.dir, config)
    for (const file of Object.values(filesOfCommand(place))) await mustBeFree(path.join(folder, file))
    const draft = await openDraft(
      folder,
      config,
      values.languages?.split(',').map((each) => each.trim()),
    )
    try {
      const answers = await findAnswers(name, values, draft, at)
      if (answers === null) {
        at.tell('Nothing was written.')
        return 1
      }
      const plan = await planSound(name, answers, draft)
      await writeFiles(folder, filesOf(draft, plan))
      at.print(values.json ? JSON.stringify(reportOf(plan)) : told(plan, draft))
      return 0
    } finally {
      await draft.close()
    }
  },
}

/** Before anything is asked. */
async function mustBeFree(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) === null) return
  throw new UserError(
    'usage',
    `${file} exists already, and nothing is overwritten. Choose another name, or edit that file`,
  )
}

async function findAnswers(
  name: string,
  values: Parameters<typeof answersFromFlags>[0] & { readonly answers?: string | undefined },
  { own, catalogue }: DraftFolder,
  { isAttended }: Surroundings,
): Promise<Answers | null> {
  const flags = answersFromFlags(values, catalogue.language)
  const file = values.answers === undefined ? null : await readAnswers(values.answers)
  if (file !== null || Object.keys(flags).length > 0) return parseAnswers({ ...file, ...flags })
  if (!isAttended)
    throw new UserError(
      'usage',
      'There is no terminal to ask on. Give --answers FILE, or --safety, --title and --sql or --step',
    )
  const { askForCommand } = await import('./catalogue-new-questions.ts')
  return askForCommand(
    name,
    catalogue,
    own.map(({ action }) => action),
  )
}

async function readAnswers(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (isObject(value)) return { ...value }
    throw new TypeError('it is not a JSON object')
  } catch (cause) {
    throw new UserError(
      'usage',
      `The answers in ${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    )
  }
}

function reportOf({ draft, files, texts }: CommandPlan): object {
  return {
    token: draft.token,
    scope: draft.scope,
    files: files.map(({ file, before }) => ({ file, made: before === null })),
    untranslated: Object.fromEntries(
      texts
        .filter(({ untranslated }) => untranslated.length > 0)
        .map(({ language, untranslated }) => [language, untranslated]),
    ),
  }
}

function told(
  { draft, files, texts, conversation }: CommandPlan,
  { folder, base, catalogue: { language } }: DraftFolder,
): string {
  const shown = (file: string) => shownPath(path.join(folder, file))
  const left = texts.filter(({ untranslated }) => untranslated.length > 0)
  return [
    `${draft.token} (${draft.safety}, scope ${draft.scope})`,
    ...(base.length === 0 ? [] : [`  made     ${shown('commands')} and ${shown('locales')}, which stand over Sayso`]),
    ...files.map(({ file, before }) => `  ${before === null ? 'made    ' : 'added to'} ${shown(file)}`),
    ...(left.length === 0 ? [] : ['', `Still in ${nameOfLanguage(language)}:`]),
    ...left.map((each) => `  ${shown(`locales/${each.language}/commands.yaml`)}: ${each.untranslated.join(', ')}`),
    '',
    ...(lacksTables(draft, folder)
      ? [
          `Its tables, for the first start and the tests:  ${shown('database/1.sql')}, which you write (create table …; insert …)`,
        ]
      : []),
    `Try it:  sayso test ${shown(conversation)}`,
  ].join('\n')
}

/** The tests of a catalogue of one's own have the demo shop, until its tables are written down. */
function lacksTables({ step }: CommandPlan['draft'], folder: string): boolean {
  const isOwn = path.resolve(folder) !== path.resolve(shippedFolder)
  return step.domain === 'sql' && isOwn && !['shop.sql', 'database'].some((name) => existsSync(path.join(folder, name)))
}

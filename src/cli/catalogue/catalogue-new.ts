import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAnswers, type Answers } from '../../authoring/answers.ts'
import { baseCatalogue } from '../../authoring/base-catalogue.ts'
import { parseCommandName } from '../../authoring/draft-command.ts'
import { filesOfCommand, planCommand, type CommandPlan } from '../../authoring/plan-command.ts'
import type { PlannedFile } from '../../authoring/planned-file.ts'
import { writeFiles } from '../../authoring/write-files.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { nameOfLanguage } from '../../catalogue/locales/main-language.ts'
import { lintCatalogue } from '../../catalogue/lint/lint-catalogue.ts'
import { readCatalogue, type CatalogueSources } from '../../catalogue/load-catalogue.ts'
import { renderProblems, type Problem } from '../../catalogue/source/problem.ts'
import { readTextFiles } from '../../catalogue/source/read-text-files.ts'
import { readConfig, type Config } from '../../config.ts'
import { UserError } from '../../errors.ts'
import type { OwnAction } from '../../execution/load-actions.ts'
import { isObject } from '../../json.ts'
import { shownPath } from '../../shown-path.ts'
import { catalogueFolder, configuredCatalogue } from './catalogue-sources.ts'
import { answerOptions, answersFromFlags } from './catalogue-new-flags.ts'
import { parseOptions } from '../parse-options.ts'
import type { Subcommand } from '../subcommand.ts'
import type { Surroundings } from '../surroundings.ts'

const shippedFolder = fileURLToPath(new URL('../../..', import.meta.url))
/** How often made sentences are left out that say what another command says. */
const tries = 3

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
      const catalogue = await soundCatalogue(draft)
      const answers = await findAnswers(name, values, { draft, catalogue }, at)
      if (answers === null) {
        at.tell('Nothing was written.')
        return 1
      }
      const plan = await planSound(name, answers, { draft, catalogue })
      await writeFiles(folder, filesOf(draft, plan))
      at.print(values.json ? JSON.stringify(reportOf(plan)) : told(plan, draft, catalogue))
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

/** What there is already, and what is made of it. */
type Draft = { readonly draft: DraftFolder; readonly catalogue: Catalogue }

/** What the new command is put into. @throws UserError `catalogue_invalid` */
async function soundCatalogue({ sources }: DraftFolder): Promise<Catalogue> {
  const { catalogue, problems } = await readCatalogue(sources)
  if (problems.length === 0) return catalogue
  throw new UserError(
    'catalogue_invalid',
    `Mend the catalogue first (sayso catalogue lint):\n${renderProblems(problems)}`,
  )
}

/** The catalogue as it would be, in a folder that goes with it. */
type DraftFolder = {
  readonly folder: string
  readonly sources: CatalogueSources
  readonly own: readonly OwnAction[]
  /** By path: what there is, the base of a new catalogue among it. */
  readonly files: ReadonlyMap<string, string>
  /** What a new catalogue begins with; empty when there is one. */
  readonly base: readonly PlannedFile[]
  readonly put: (files: readonly PlannedFile[]) => Promise<void>
  readonly close: () => Promise<void>
}

async function openDraft(
  folder: string,
  config: Config,
  languages: readonly string[] | undefined,
): Promise<DraftFolder> {
  const parts = await Promise.all(
    ['commands', 'locales'].map((part) => readTextFiles(path.join(folder, part), () => undefined)),
  )
  const there = parts.flat()
  if (there.length > 0 && languages !== undefined)
    throw new UserError('usage', '--languages is for a new catalogue; what one speaks are the folders of its locales/')
  const base = there.length === 0 ? await baseCatalogue(shippedFolder, languages) : []
  const files = new Map([...there, ...base].map(({ file, text }) => [file, text]))
  const place = await mkdtemp(path.join(tmpdir(), 'sayso-draft-'))
  const put = async (planned: readonly { readonly file: string; readonly text: string }[]) => {
    for (const { file, text } of planned) {
      await mkdir(path.dirname(path.join(place, file)), { recursive: true })
      await writeFile(path.join(place, file), text)
    }
  }
  await put([...files].map(([file, text]) => ({ file, text })))
  const { sources, own } = await configuredCatalogue(place, config)
  return { folder, sources, own, files, base, put, close: () => rm(place, { recursive: true, force: true }) }
}

async function findAnswers(
  name: string,
  values: Parameters<typeof answersFromFlags>[0] & { readonly answers?: string | undefined },
  { draft: { own }, catalogue }: Draft,
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

/** A plan with which the catalogue lints; made sentences that clash are left out of it. */
async function planSound(name: string, answers: Answers, { draft, catalogue }: Draft): Promise<CommandPlan> {
  const surroundings = { catalogue, actions: draft.sources.actions, files: draft.files }
  const leftOut = new Map<string, Set<string>>()
  for (let left = tries; ; left -= 1) {
    const plan = planCommand(name, answers, surroundings, leftOut)
    await draft.put(plan.files)
    const found = (await lintCatalogue(draft.sources, plan.draft.token)).problems
    if (found.length === 0) return plan
    if (left === 0 || !leaveOut(found, plan, leftOut))
      throw new UserError(
        'usage',
        `The catalogue would have problems, so nothing was written:\n${renderUnwritten(found, plan)}`,
      )
  }
}

/** Lines of files that were never written say nothing to anybody: what is said there does, and each thing once. */
function renderUnwritten(problems: readonly Problem[], { files }: CommandPlan): string {
  const isPlanned = (problem: Problem): boolean => files.some(({ file }) => file === problem.file)
  const said = new Map<string, string>()
  for (const { file, message, excerpt } of problems.filter(isPlanned)) {
    if (!said.has(message)) said.set(message, `${file} would say  ${excerpt.trim()}\n  ${message}`)
  }
  const others = problems.filter((problem) => !isPlanned(problem))
  return [...said.values(), ...(others.length === 0 ? [] : [renderProblems(others)])].join('\n')
}

/** Whether there was any made sentence to leave out. */
function leaveOut(problems: readonly Problem[], plan: CommandPlan, leftOut: Map<string, Set<string>>): boolean {
  let some = false
  for (const { language, sentences, said, areSentencesMade } of plan.texts) {
    if (!areSentencesMade) continue
    const lines = problems
      .filter(({ file }) => file === `locales/${language}/commands.yaml`)
      .map(({ excerpt }) => excerpt)
    for (const sentence of [...sentences, ...said.map(({ text }) => text)]) {
      const isReported = lines.some((line) => line.includes(JSON.stringify(sentence)))
      if (!isReported) continue
      leftOut.set(language, (leftOut.get(language) ?? new Set()).add(sentence))
      some = true
    }
  }
  return some
}

/** Files of a new catalogue that the command adds to are written once. */
function filesOf({ base }: DraftFolder, plan: CommandPlan): readonly PlannedFile[] {
  const planned = new Map(plan.files.map((each) => [each.file, each]))
  const isBase = new Set(base.map(({ file }) => file))
  return [
    ...base.map((each) => ({ ...each, text: planned.get(each.file)?.text ?? each.text })),
    ...plan.files.filter(({ file }) => !isBase.has(file)),
  ]
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
  { folder, base }: DraftFolder,
  { language }: Catalogue,
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

import { isDeepStrictEqual } from 'node:util'
import { may, mayAskFor } from '../access/may.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { readConfig } from '../config.ts'
import { UserError } from '../errors.ts'
import { createUnderstanding } from '../understanding/create-understanding.ts'
import { foldText } from '../understanding/text/fold-text.ts'
import { compileLanguage } from '../understanding/words/language.ts'
import type { Reading } from '../understanding/reading.ts'
import type { SentenceReading } from '../understanding/sentences/sentence-reading.ts'
import { createSentenceTable } from '../understanding/sentences/sentence-table.ts'
import { configuredCatalogue } from './catalogue/catalogue-sources.ts'
import { namedLocale } from './named-locale.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'
import { whenHere } from './when-here.ts'

const usage = 'Usage: sayso try "TEXT" [--lang LANGUAGE] [--as ROLE] [--json] [--dir DIR]'
/** Runners-up that are shown; the others are further away still. */
const shownFits = 6

export const tryText: Subcommand = {
  help: `${usage}

Prints how a message is read: the sentence template that matches with the value of each slot, and the next best sentences. Needs
neither a database nor a queue, and runs nothing.

  --lang LANGUAGE the language in which it is read, es-MX as in Mexico; default: the main one of the catalogue
  --as ROLE       mark what a person with this role may not ask for
  --json          print one line of JSON
  --dir DIR       the folder that holds commands/ and locales/; default: SAYSO_CATALOGUE, else those of Sayso

Examples:
  sayso try "please cancel order 204"
  sayso try "cancela o pedido duzentos e quatro" --lang pt-BR --as operator
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: {
        lang: { type: 'string' },
        as: { type: 'string' },
        json: { type: 'boolean', default: false },
        dir: { type: 'string' },
      },
    })
    const [text, ...more] = positionals
    if (text === undefined || more.length > 0) throw new UserError('usage', usage)
    const catalogue = await loadCatalogue((await configuredCatalogue(values.dir, readConfig(at.env))).sources)
    const tried = tryOut(text, catalogue, values.lang ?? catalogue.language, values.as ?? null)
    at.print(values.json ? JSON.stringify(tried) : render(tried))
    return 0
  },
}

type Fit = Pick<SentenceReading, 'template' | 'args' | 'score'> & {
  readonly command: string
  /** `approval`: the role may only ask for it; `false`: not even that; `null` when no role was named. */
  readonly allowed: boolean | 'approval' | null
  readonly slots: readonly FittedSlot[]
}

/** What a slot took; `from` and `to` are places in the text as written. */
type FittedSlot = {
  readonly name: string
  readonly value: string
  readonly text: string
  readonly from: number
  readonly to: number
}

type Tried = {
  readonly text: string
  readonly language: string
  readonly reading: Reading
  /** What the bot takes it for where that language makes nothing of it as it is written: what it means in the others. */
  readonly elsewhere?: Reading
  /** Every sentence that the text as a whole fits, the best one first. */
  readonly fits: readonly Fit[]
}

function tryOut(text: string, catalogue: Catalogue, wanted: string, role: string | null): Tried {
  if (role !== null && !catalogue.roles.has(role)) {
    throw new UserError('usage', `There is no role "${role}"; known: ${[...catalogue.roles.keys()].join(', ')}`)
  }
  const locale = namedLocale(catalogue, wanted)
  const { read, readIn } = createUnderstanding({ catalogue })
  const said = [text, { kind: 'nothing' }, locale.language, whenHere()] as const
  const reading = readIn(...said)
  const elsewhere = read(...said)
  const language = compileLanguage(locale, catalogue.locales.values())
  const table = createSentenceTable(catalogue.commands.values(), locale, language)
  const fits = table.rank(foldText(text)).map((fit) => fitOf(fit, text, catalogue, role))
  const foreign = isDeepStrictEqual(elsewhere, reading) ? {} : { elsewhere }
  return { text, language: locale.language, reading, ...foreign, fits }
}

function fitOf(fit: SentenceReading, text: string, { roles }: Catalogue, role: string | null): Fit {
  const { starts, ends } = foldText(text)
  const slots = fit.slots.map(({ name, value, from, to }) => {
    const [first, last] = [starts[from] ?? 0, ends[to - 1] ?? text.length]
    return { name, value, text: text.slice(first, last), from: first, to: last }
  })
  const { command, template, args, score } = fit
  const wanted = { person: { roles: [role ?? ''] }, scope: command.scope, roles }
  const allowed = role === null ? null : may(wanted) || (mayAskFor(wanted) && 'approval')
  return { command: command.token, template, args, score, allowed, slots }
}

function render({ reading, elsewhere, fits }: Tried): string {
  const shown = fits.slice(0, shownFits).flatMap(renderFit)
  const left = fits.length - shownFits
  return [
    `reading: ${JSON.stringify(reading)}`,
    ...(elsewhere === undefined ? [] : [`as in another language: ${JSON.stringify(elsewhere)}`]),
    ...(fits.length === 0 ? ['no sentence fits the text as a whole'] : shown),
    ...(left > 0 ? [`and ${left} more`] : []),
  ].join('\n')
}

function renderFit({ command, template, allowed, slots, score }: Fit, at: number): readonly string[] {
  const { literals, wildcards, reach, danger } = score
  return [
    `${at + 1}. ${command}${allowed === false ? ' (not allowed)' : allowed === 'approval' ? ' (with approval)' : ''}: ${template}`,
    `   literals ${literals}, wildcards ${wildcards}, reach ${reach}, danger ${danger}`,
    ...slots.map(({ name, value, text, from, to }) => `   ${name} = ${value}, from "${text}" at ${from}-${to}`),
  ]
}

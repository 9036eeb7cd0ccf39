import { readFile } from 'node:fs/promises'
import { didYouMean } from '../../catalogue/did-you-mean.ts'
import { sampleSentences } from '../../catalogue/lint/lint-samples.ts'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { readConfig } from '../../config.ts'
import { UserError } from '../../errors.ts'
import { createRecognizer } from '../../understanding/sentences/create-recognizer.ts'
import { judgeCase } from '../../understanding/sentences/judge-case.ts'
import { parseCorpus } from '../../understanding/sentences/parse-corpus.ts'
import { configuredCatalogue } from './catalogue-sources.ts'
import { namedLocale } from '../named-locale.ts'
import { parseOptions } from '../parse-options.ts'
import type { Subcommand } from '../subcommand.ts'
import type { Surroundings } from '../surroundings.ts'

const usage = 'Usage: sayso sentences match --corpus FILE [--json] | sample COMMAND [--lang LANGUAGE] [--dir DIR]'
/** Samples that are shown of one template; what it can say besides is more of the same. */
const shownSamples = 12

export const sentences: Subcommand = {
  help: `${usage}

Needs neither a database nor a queue.

  match           check a corpus: a HassIL grammar with sentences and what they must mean. Exit status 1 if any of them is
                  read wrongly
  sample COMMAND  show sentences that the templates of a command match; COMMAND is its token
  --corpus FILE   the corpus, in JSON
  --json          one line of JSON per sentence
  --lang LANGUAGE the language of the samples; default: en
  --dir DIR       the folder that holds commands/ and locales/; default: SAYSO_CATALOGUE, else those of Sayso

Examples:
  sayso sentences match --corpus src/understanding/sentences/corpora/en.json
  sayso sentences sample CANCEL_ORDER --lang pt-BR
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: {
        corpus: { type: 'string' },
        json: { type: 'boolean', default: false },
        lang: { type: 'string' },
        dir: { type: 'string' },
      },
    })
    const [what, token, ...more] = positionals
    if (what === 'match' && token === undefined && values.corpus !== undefined)
      return match(values.corpus, values.json, at)
    if (what === 'sample' && token !== undefined && more.length === 0) return sample(token, values, at)
    throw new UserError('usage', usage)
  },
}

async function match(file: string, json: boolean, at: Surroundings): Promise<number> {
  const source = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new UserError('usage', `The corpus ${file} cannot be read`, { cause })
  })
  const { grammar, cases } = parseCorpus(file, source)
  const recognizer = createRecognizer(grammar)
  let failed = 0
  for (const wanted of cases) {
    const found = recognizer.recognize(wanted.text, { context: wanted.context })
    const problem = judgeCase(wanted, found)
    if (problem !== null) failed++
    if (json) {
      const slots = Object.entries(found?.slots ?? {}).map(([name, { value }]) => [name, value] as const)
      const got = found === null ? null : { intent: found.intent, slots: Object.fromEntries(slots) }
      const { text, context, intent } = wanted
      const expected = intent === null ? null : { intent, slots: wanted.slots }
      at.print(JSON.stringify({ passed: problem === null, text, context, expected, got, problem }))
    } else if (problem !== null) at.print(`${JSON.stringify(wanted.text)}: ${problem}`)
  }
  // With --json every line of the output is JSON.
  at[json ? 'tell' : 'print'](`${cases.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

async function sample(
  token: string,
  { lang, dir }: { readonly lang?: string | undefined; readonly dir?: string | undefined },
  at: Surroundings,
): Promise<number> {
  const catalogue = await loadCatalogue((await configuredCatalogue(dir, readConfig(at.env))).sources)
  const command = catalogue.commands.get(token.toUpperCase())
  if (command === undefined) {
    const known = [...catalogue.commands.keys()]
    throw new UserError('usage', `There is no command ${token}${didYouMean(token, known)}; known: ${known.join(', ')}`)
  }
  for (const { sentence, texts } of sampleSentences(
    command,
    namedLocale(catalogue, lang ?? catalogue.language),
    shownSamples,
  )) {
    at.print(`${sentence}\n${texts.map((text) => `  ${text}`).join('\n')}`)
  }
  return 0
}

/**
 * What voice notes cost and how well they are heard, by the model on this machine. Run with `npm run bench -- voice`, or
 * `node bench/voice.ts [FOLDER] [--even]`; the folder holds recordings in English and a manifest.json as `voice-notes` does,
 * which is the default. The sentences of `voice-catalogue` and the rules of hearing were made with the clips of even numbers,
 * so the figures to quote are those of the odd ones; `--even` hears the even ones alone and shows what went wrong.
 *
 * "Plain" is what one hearing gives, read as if it had been typed: without vocabulary and without repair. "Heard" is a voice
 * note, from the sound to the outcome. A note counts as right when the very command with the very arguments is executed that
 * the exact token executes; as asked, when a question comes before any preview; as wrong, when anything else is executed for
 * somebody who confirms every preview without reading it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { loadCatalogue } from '../src/catalogue/load-catalogue.ts'
import { catalogueSources } from '../src/cli/catalogue/catalogue-sources.ts'
import { noVocabulary } from '../src/testing/no-vocabulary.ts'
import { speechModel } from '../src/testing/speech-model.ts'
import { createGrammarEars, type GrammarEars } from '../src/voice/ear/grammar-ears.ts'
import { hearNote } from '../src/voice/hear-note.ts'
import { createLocalEngine } from '../src/voice/engines/local-engine.ts'
import type { LikelyWords } from '../src/voice/engines/speech-engine.ts'
import { createVocabularies } from '../src/voice/engines/vocabulary.ts'
import { layOutCatalogue, openVoiceShop, shopNames, type Told } from './voice-shop.ts'
import { printMissed, printTable, type Clip, type Result, type Way } from './voice-table.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { even: { type: 'boolean' } } })
const folder = path.resolve(positionals[0] ?? path.join(import.meta.dirname, 'voice-notes'))
// Written beside the recordings.
const recorded = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as readonly Clip[]
const english = recorded.filter(({ lang }) => lang === 'en')
const clips = values.even === true ? english.filter((clip) => !isOdd(clip)) : english
// Written by whoever made the bench's catalogue: clip number → exact tokens.
const answers = parse(
  await readFile(path.join(import.meta.dirname, 'voice-catalogue', 'answers.yaml'), 'utf8'),
) as Readonly<Record<string, readonly string[]>>

const before = process.memoryUsage().rss
const model = await speechModel()
const engine = createLocalEngine({ model })
const { vocabulary, ears } = await likelyWords()
// The first one starts the engine.
const started = performance.now()
if (clips[0] !== undefined) await hear(clips[0], noVocabulary)
const startMs = performance.now() - started
const transcripts: { readonly plain: Heard; readonly heard: Heard }[] = []
for (const clip of clips)
  transcripts.push({ plain: await hear(clip, noVocabulary), heard: await hear(clip, vocabulary) })
await Promise.all([engine.close(), ears.close()])
const memoryMb = process.resourceUsage().maxRSS / 1024 - before / 1024 ** 2

const shop = await openVoiceShop(model)
const results: Result[] = []
// The first note of a bot starts its engine too.
if (clips[0] !== undefined) await shop.say({ voice: path.join(folder, clips[0].file) })
for (const [at, clip] of clips.entries()) results.push(await judge(clip, transcripts[at]))
await shop.close()

const odd = results.filter(({ clip }) => isOdd(clip))
const even = results.filter(({ clip }) => !isOdd(clip))
const cost = { memoryMb, startMs }
if (values.even === true) printMissed(even)
else printTable('odd clips (to quote)', odd, cost)
printTable('even clips (made with)', even, cost)

type Heard = { readonly text: string; readonly ms: number }

async function likelyWords(): Promise<{ readonly vocabulary: LikelyWords; readonly ears: GrammarEars }> {
  const place = await mkdtemp(path.join(tmpdir(), 'sayso-voice-catalogue-'))
  await layOutCatalogue(place)
  const catalogue = await loadCatalogue(catalogueSources(place))
  const grammarEars = createGrammarEars(catalogue, (error) => console.error(error))
  await rm(place, { recursive: true })
  return { vocabulary: { ...createVocabularies(catalogue, grammarEars)('en'), names: shopNames }, ears: grammarEars }
}

async function hear({ file }: Clip, words: LikelyWords): Promise<Heard> {
  const begun = performance.now()
  const hearing = await hearNote(path.join(folder, file), {
    engines: [engine],
    language: 'en',
    vocabulary: words,
    onTrouble: (_name, error) => console.error(error),
  })
  const ms = performance.now() - begun
  if (hearing.kind === 'unheard') return { text: '', ms }
  const { text, fitting } = hearing.transcript
  return { text: fitting !== undefined && (fitting.gain ?? 0) > 0 ? fitting.text : text, ms }
}

async function judge(
  clip: Clip,
  transcript: { readonly plain: Heard; readonly heard: Heard } | undefined,
): Promise<Result> {
  if (transcript === undefined) throw new Error(`${clip.file} was not heard`)
  const tokens = answers[numberOf(clip)] ?? []
  const wanted: string[] = []
  for (const text of tokens) wanted.push(...(await shop.say({ text })).executed.map(({ command }) => command))
  if (wanted.length !== tokens.length) throw new Error(`${tokens.join(', ')} is not what the catalogue understands`)
  const plain = await shop.say({ text: transcript.plain.text === '' ? '…' : transcript.plain.text })
  const heard = await shop.say({ voice: path.join(folder, clip.file) })
  return {
    clip,
    isCommand: tokens.length > 0,
    plain: { ...transcript.plain, ...judged(wanted, plain) },
    heard: { ...transcript.heard, ...judged(wanted, heard) },
  }
}

function judged(wanted: readonly string[], told: Told): Pick<Way, 'told' | 'verdict' | 'wrongChange'> {
  const wrong = told.executed.filter(({ command }) => !wanted.includes(command))
  const isRight = wrong.length === 0 && told.executed.length === wanted.length
  const missed = told.asked ? 'asked' : 'not understood'
  return {
    told,
    verdict: wrong.length > 0 ? 'wrong' : isRight ? 'right' : missed,
    wrongChange: wrong.some(({ changes }) => changes),
  }
}

function numberOf({ file }: Clip): string {
  return /(\d+)\.\w+$/u.exec(file)?.[1] ?? ''
}

function isOdd(clip: Clip): boolean {
  return Number(numberOf(clip)) % 2 === 1
}

/**
 * What voice notes cost and how well they are heard, by the model on this machine. Run with `node bench/voice.ts [FOLDER]`; the
 * folder holds recordings and a manifest.json as `src/voice/fixtures` does, which is the default. Rules are tuned on clips with
 * even numbers; the figures to quote are those of the odd ones. A command counts as right when the very command with the very
 * arguments comes out of the transcript as out of what was said; wrong, when it is another one; asked, when a question comes
 * before any preview.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadShippedCatalogue } from '../src/testing/conversation-catalogue.ts'
import { speechModel } from '../src/testing/speech-model.ts'
import { readSpoken } from '../src/turns/read-spoken.ts'
import { createUnderstanding } from '../src/understanding/create-understanding.ts'
import type { Reading } from '../src/understanding/reading.ts'
import { parseNumberWords } from '../src/understanding/values/number-words.ts'
import { hearNote } from '../src/voice/hear-note.ts'
import { createLocalEngine } from '../src/voice/local-engine.ts'
import type { Transcript } from '../src/voice/transcript.ts'

type Clip = {
  readonly file: string
  readonly lang: string
  readonly spoken: string
  readonly reference: string
  readonly seconds: number
}
type Heard = { readonly clip: Clip; readonly transcript: Transcript | null; readonly ms: number }

const when = { now: new Date('2026-03-02T12:00:00Z'), timeZone: 'UTC' }
const { positionals } = parseArgs({ allowPositionals: true })
const folder = path.resolve(positionals[0] ?? path.join(import.meta.dirname, '..', 'src', 'voice', 'fixtures'))
const understanding = createUnderstanding({ catalogue: await loadShippedCatalogue() })
const read = (text: string) => understanding.read(text, { kind: 'nothing' }, 'en', when)

// Written beside the recordings.
const all = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as readonly Clip[]
const clips = all.filter(({ lang }) => lang === 'en')
const engine = createLocalEngine({ model: await speechModel() })
const heard: Heard[] = []
// The first one starts the engine.
if (clips[0] !== undefined) await hear(clips[0])
for (const clip of clips) heard.push(await hear(clip))
await engine.close()

for (const [name, part] of [
  ['even (tuned on)', heard.filter(({ clip }) => numberOf(clip) % 2 === 0)],
  ['odd (to quote)', heard.filter(({ clip }) => numberOf(clip) % 2 === 1)],
] as const)
  print(name, part)
console.log(`\nMemory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most, with model and engine`)

async function hear(clip: Clip): Promise<Heard> {
  const started = performance.now()
  const hearing = await hearNote(path.join(folder, clip.file), {
    engines: [engine],
    language: 'en',
    vocabulary: '',
    signal: AbortSignal.timeout(120_000),
    onTrouble: (_name, error) => console.error(error),
  })
  const transcript = hearing.kind === 'heard' ? hearing.transcript : null
  return { clip, transcript, ms: performance.now() - started }
}

function print(name: string, part: readonly Heard[]): void {
  const words = part.map(({ clip, transcript }) => ({
    wanted: plain(clip.reference),
    got: plain(transcript?.text ?? ''),
  }))
  const errors = words.reduce((sum, { wanted, got }) => sum + distance(wanted, got), 0)
  const total = words.reduce((sum, { wanted }) => sum + wanted.length, 0)
  const seconds = part.reduce((sum, { clip }) => sum + clip.seconds, 0)
  const ms = part.map((each) => each.ms).toSorted((a, b) => a - b)
  const rows = { raw: judge(part, false), repaired: judge(part, true) }
  console.log(`\n${name}: ${part.length} clips, ${seconds.toFixed(0)} s`)
  console.log(`  word error rate   ${((100 * errors) / Math.max(1, total)).toFixed(1)} %`)
  console.log(
    `  real-time factor  ${(ms.reduce((sum, each) => sum + each, 0) / 1000 / Math.max(1, seconds)).toFixed(3)}`,
  )
  console.log(`  note to reading   median ${Math.round(ms[Math.floor(ms.length / 2)] ?? 0)} ms`)
  for (const [how, { right, asked, wrong, count, missed }] of Object.entries(rows))
    console.log(
      `  commands, ${how.padEnd(8)} ${right} right, ${asked} asked, ${wrong} wrong, ${count - right - asked - wrong} not understood, of ${count} in the catalogue${missed.length === 0 ? '' : `\n    ${missed.join('\n    ')}`}`,
    )
}

/** Only clips whose command is in the catalogue count. */
function judge(part: readonly Heard[], repairs: boolean) {
  const tally = { right: 0, asked: 0, wrong: 0, count: 0, missed: [] as string[] }
  for (const { clip, transcript } of part) {
    const wanted = commandOf(read(clip.reference))
    if (wanted === null) continue
    tally.count += 1
    const { reading, spoken } =
      transcript === null
        ? { reading: { kind: 'unknown' } as const, spoken: null }
        : repairs
          ? readSpoken(transcript, 'en', read)
          : { reading: read(transcript.text), spoken: null }
    const got = commandOf(reading)
    if (got === wanted && spoken?.doubt != null) tally.asked += 1
    else if (got === wanted) tally.right += 1
    else if (got !== null) tally.wrong += 1
    if (got !== wanted) tally.missed.push(`${clip.file}: “${transcript?.text ?? ''}” for “${clip.reference}”`)
  }
  return tally
}

function commandOf(reading: Reading): string | null {
  if (reading.kind === 'wishes') return JSON.stringify(reading.wishes.map(({ command, args }) => [command, args]))
  return reading.kind === 'unknown' ? null : JSON.stringify(reading)
}

/** Words without marks and case, numbers as digits however they were said. */
function plain(text: string): string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}' ]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
  const result: string[] = []
  for (let at = 0; at < words.length;) {
    let end = Math.min(words.length, at + 6)
    while (end > at && parseNumberWords(words.slice(at, end), 'en') === null) end -= 1
    result.push(end > at ? (parseNumberWords(words.slice(at, end), 'en') ?? '') : (words[at] ?? ''))
    at = Math.max(end, at + 1)
  }
  return result
}

/** How many words must be put in, taken out or changed. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_none, at) => at)
  for (const [i, word] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (word === other ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

function numberOf({ file }: Clip): number {
  return Number(/(\d+)\.\w+$/u.exec(file)?.[1] ?? 0)
}

import type { Told } from './voice-shop.ts'
import { wordErrors } from './voice-words.ts'

/** A recording and what is said in it. */
export type Clip = {
  readonly file: string
  readonly lang: string
  readonly reference: string
  readonly seconds: number
}
/** What became of it: see `voice.ts`. */
export type Verdict = 'right' | 'asked' | 'wrong' | 'not understood'
/** One way to hear it. */
export type Way = {
  readonly text: string
  /** From the file to the transcript, in milliseconds. */
  readonly ms: number
  readonly verdict: Verdict
  readonly told: Told
  /** Whether a wrong command that changes something was executed. */
  readonly wrongChange: boolean
}
/** Both ways; `isCommand`: it asks for something. */
export type Result = { readonly clip: Clip; readonly isCommand: boolean; readonly plain: Way; readonly heard: Way }

/** In megabytes above what the bench itself has; of the first note, in milliseconds. */
export type Cost = { readonly memoryMb: number; readonly startMs: number }

export function printTable(name: string, notes: readonly Result[], { memoryMb, startMs }: Cost): void {
  const commands = notes.filter(({ isCommand }) => isCommand)
  const others = notes.filter(({ isCommand }) => !isCommand)
  const seconds = notes.reduce((sum, { clip }) => sum + clip.seconds, 0)
  console.log(`\n${name}: ${notes.length} notes, ${commands.length} of them commands, ${seconds.toFixed(0)} s\n`)
  const row = (title: string, cell: (way: (result: Result) => Way) => string): void =>
    console.log(`| ${title} | ${cell((note) => note.plain)} | ${cell((note) => note.heard)} |`)
  console.log('| | plain | heard |\n| --- | --- | --- |')
  row('right command, right arguments', (way) => share(commands, (each) => way(each).verdict === 'right'))
  row('asked instead of guessed', (way) => share(commands, (each) => way(each).verdict === 'asked'))
  row('not understood', (way) => share(commands, (each) => way(each).verdict === 'not understood'))
  row('wrong command executed', (way) => share(commands, (each) => way(each).verdict === 'wrong'))
  row('– of them, one that changes something', (way) => share(commands, (each) => way(each).wrongChange))
  row('anything executed where nothing was asked for', (way) => share(others, (each) => way(each).verdict === 'wrong'))
  row('word error rate', (way) => {
    const counts = notes.map((each) => wordErrors(each.clip.reference, way(each).text))
    const sum = (of: (count: (typeof counts)[number]) => number): number =>
      counts.reduce((total, each) => total + of(each), 0)
    const words = sum((count) => count.words)
    return `${((100 * sum((count) => count.errors)) / Math.max(1, words)).toFixed(1)} %`
  })
  row('real-time factor', (way) => {
    const ms = notes.reduce((sum, each) => sum + way(each).ms, 0)
    return (ms / 1000 / Math.max(1, seconds)).toFixed(2)
  })
  row('said → first reply, p50 / max', (way) => {
    const ms = notes.map((each) => way(each).told.firstReplyMs).toSorted((a, b) => a - b)
    return `${Math.round(ms[Math.floor(ms.length / 2)] ?? 0)} / ${Math.round(ms.at(-1) ?? 0)} ms`
  })
  console.log(`| memory of model and engine, at most | | ${Math.round(memoryMb)} MB |`)
  console.log(`| the first note of a start | | ${Math.round(startMs)} ms |`)
}

/** Of the clips that rules may be made with. */
export function printMissed(all: readonly Result[]): void {
  for (const { clip, plain, heard } of all) {
    if (plain.verdict === 'right' && heard.verdict === 'right') continue
    console.log(`${clip.reference}\n  plain, ${plain.verdict}: ${plain.text}\n  heard, ${heard.verdict}: ${heard.text}`)
    console.log(
      `    ${[...heard.told.executed.map(({ command }) => command), heard.told.reply.replaceAll('\n', ' / ')].join('\n    ')}`,
    )
  }
}

function share(heard: readonly Result[], counts: (result: Result) => boolean): string {
  const count = heard.filter(counts).length
  return heard.length === 0 ? '–' : `${((100 * count) / heard.length).toFixed(0)} % (${count} of ${heard.length})`
}

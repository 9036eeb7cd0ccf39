/**
 * What can be done with words alone that do not say to what ("cancel"): they are read with a kind of thing and a stand-in for
 * one behind them, so that no sentence has to be written for it.
 */
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { recall } from '../../recall.ts'
import { foldText } from '../text/fold-text.ts'
import type { CommandReader } from './read-commands.ts'
import type { Wish } from '../wish.ts'
import { standIn } from '../sentences/stand-in.ts'
import { isTooLong } from '../text/too-long.ts'
import type { When } from '../values/when.ts'

/** More words are no verb and what is polite around it. */
const maxVerbWords = 5

/** What is said with nothing but a stand-in is the same whenever it is said. */
const anyTime: When = { now: new Date(0), timeZone: 'UTC' }

/** The commands that begin with the words, without arguments; none where the words say more than what to do. */
export type VerbReader = (text: string) => readonly Wish[]

export function createVerbReader(catalogue: Catalogue, locale: Locale, commands: CommandReader): VerbReader {
  // People begin with the same words again and again.
  const wishesOf = recall((words) =>
    [...catalogue.entities.keys()].flatMap((kind) => {
      const title = locale.entities[kind]?.title
      const reading = title === undefined ? null : commands.read(`${words} ${title} ${standIn}`, anyTime)
      if (reading?.kind !== 'ambiguous' && reading?.kind !== 'wishes') return []
      return reading.wishes.filter((wish) => isAbout(wish, kind)).map((wish) => ({ ...wish, args: {} }))
    }),
  )
  return (text) => {
    const isVerb = !/\d/u.test(text) && !isTooLong(text) && foldText(text).text.split(' ').length <= maxVerbWords
    return isVerb ? wishesOf(text) : []
  }

  /** Whether the wish says what it is about, a thing of this kind, and nothing more. */
  function isAbout({ command, args }: Wish, kind: string): boolean {
    const [[name, value] = [], ...others] = Object.entries(args)
    const parameter = catalogue.commands.get(command)?.parameters.find((each) => each.name === name)
    if (parameter === undefined || value !== standIn || others.length > 0) return false
    // A text of a fixed form is one of the kind whose title stands before it.
    return parameter.entity === kind || (parameter.entity === null && parameter.schema['pattern'] !== undefined)
  }
}

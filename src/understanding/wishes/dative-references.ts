/**
 * "Agregale 2 más", "ponele una nota: frágil": the pronoun of the verb stands for the thing that the command is about, so that it needs no
 * place in a sentence. Whoever says the thing as well ("ponele una nota al 205") doubles it with the pronoun, and means that one.
 */
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import type { DativeVerb } from '../words/dative-verb.ts'
import type { Language } from '../words/language.ts'
import { foldText } from '../text/fold-text.ts'
import { holdsPhrase } from '../text/phrases.ts'
import { type SaidThing, thingsInText } from './dative-doubled.ts'
import type { Mention, Title } from './find-mentions.ts'
import { type Named, namedOf, wishesOf } from './named-wishes.ts'
import type { CommandReader, CommandReading } from './read-commands.ts'
import { wordBorders } from './split-wishes.ts'
import { standIn } from '../sentences/stand-in.ts'
import type { Called, Wish } from '../wish.ts'
import type { When } from '../values/when.ts'

/** A text with a stand-in in the place of a reference. */
export type Variant = {
  readonly text: string
  /** The kind whose title was put before the stand-in, if any was. */
  readonly kind: string | null
}

/** Reads a text with such a verb as being about what was spoken of before; `tries` says how many texts may still be read. */
type DativeReader = (text: string, when: When, tries: { left: number }) => Named | null

type Given = {
  readonly commands: CommandReader
  readonly titles: readonly Title[]
  readonly dativeIn: (text: string) => DativeVerb | null
  /** The reading of a text with a reference in the place of the stand-in. */
  readonly referring: (text: string, reading: Named, mention: Mention, variant: Variant) => Named | null
}

/** A wish that refers by such a verb, and its place in what was read. */
type Dative = { readonly reading: Extract<Named, { kind: 'wishes' }>; readonly wish: Wish; readonly at: number }

export function createDativeReader(
  catalogue: Catalogue,
  locale: Locale,
  language: Language,
  { commands, titles, dativeIn, referring }: Given,
): DativeReader {
  return (text, when, tries) => {
    const verb = dativeIn(text)
    if (verb === null) return null
    const plain = commands.read(text, when)
    const read = plain === null ? readPlaced(text, verb, when, tries) : ofPlain(plain, text, verb)
    return read === null ? null : withDoubled(read, text, when)
  }

  /** The thing stands behind the verb, or at the end. */
  function readPlaced(text: string, verb: DativeVerb, when: When, tries: { left: number }): Named | null {
    const [before, after] = [text.slice(0, verb.to), text.slice(verb.to)]
    const mention = { ...verb, kinds: titles.map(({ kind }) => kind), of: false, owns: false }
    const readings = titles.flatMap(({ kind, title }) => {
      const thing = toThing(title)
      return (thing === null ? [] : [`${before} ${thing}${after}`, `${text} ${thing}`]).flatMap((placed) => {
        if (tries.left-- <= 0) return []
        return namedOf(commands.read(placed, when)).flatMap((each) =>
          wishesOf(each).some((wish) => isAllText(wish, after))
            ? []
            : (referring(text, each, mention, { text: placed, kind }) ?? []),
        )
      })
    })
    const [first, ...others] = readings
    return first === undefined ? null : withOthers(first, others)
  }

  function toThing(title: string): string | null {
    return locale.messages['reference_to']?.replace('{thing}', `${title} ${standIn}`) ?? null
  }

  /** "Ponele 20 pesos" says nothing of what is to be done but its text, also where another wish follows. */
  function isAllText({ args }: Wish, after: string): boolean {
    const folded = foldText(after)
    const ends = [...wordBorders(folded, language.words.and), ...wordBorders(folded, language.however)]
    const texts = [after.length, ...ends.map(({ from }) => from)].map((end) => foldText(after.slice(0, end)).text)
    return Object.values(args).some((value) => texts.includes(foldText(value).text))
  }

  /** The one wish, for what the verb refers to; `null` where it lacks no thing, or that is named otherwise ("sacale la nota"). */
  function ofPlain(reading: CommandReading, text: string, { said }: DativeVerb): Named | null {
    if (reading.kind !== 'wishes') return null
    const [wish, ...others] = reading.wishes
    const command = catalogue.commands.get(wish?.command ?? '')
    const target = command?.intent.target
    const lacked = command?.parameters.find(({ name }) => name === target && wish?.args[name] === undefined)
    const entity = lacked?.entity ?? null
    const title = titles.find(({ kind }) => kind === entity)
    const isOne = others.length === 0 && reading.denied === undefined && lacked?.type !== 'phone'
    if (wish === undefined || lacked === undefined || entity === null || title === undefined || !isOne) return null
    if (holdsPhrase(foldText(text).text, title.phrases)) return null
    return { ...reading, wishes: [{ ...wish, refers: { [lacked.name]: { said, entity } } }] }
  }

  /** With the thing that stands in its text ("frágil al 205"): what is meant, or may be where something is called so. */
  function withDoubled(reading: Named, text: string, when: When): Named {
    if (reading.kind === 'negated') return reading
    const at = reading.wishes.findIndex(({ refers }) => refers !== undefined)
    const wish = reading.wishes[at]
    const doubled = wish === undefined ? [] : thingsInText(text, wish, catalogue, language)
    const things = doubled.flatMap((thing) => {
      const named = wish === undefined ? null : calledIn(text, thing, { reading, wish, at }, when)
      return named === null ? [] : [{ named, isSure: thing.isSure }]
    })
    const sure = things.find(({ isSure }) => isSure)
    if (sure !== undefined) return { ...reading, wishes: reading.wishes.with(at, sure.named.wish) }
    return things.length === 0 || reading.wishes.length > 1
      ? reading
      : { ...reading, called: things.map(({ named }) => named) }
  }

  function calledIn(text: string, { from, to, name }: SaidThing, { reading, wish, at }: Dative, when: When) {
    const [[parameter, reference] = []] = Object.entries(wish.refers ?? {})
    const title = titles.find(({ kind }) => kind === reference?.entity)
    const thing = title === undefined ? null : toThing(title.title)
    const read = thing === null ? null : commands.read(text.slice(0, from) + thing + text.slice(to), when)
    const named = read?.kind === 'wishes' && read.wishes.length === reading.wishes.length ? read.wishes[at] : undefined
    if (parameter === undefined || named?.command !== wish.command || named.args[parameter] !== standIn) return null
    return { wish: { ...named, args: { ...named.args, [parameter]: name } }, parameter, name } satisfies Called
  }
}

/** The first reading, with the other commands that the same words may mean. */
export function withOthers(first: Named, others: readonly Named[]): Named {
  if (first.kind === 'negated') return first
  const at = first.wishes.findIndex(({ refers }) => refers !== undefined)
  const known = new Set([keyOf(first.wishes[at])])
  const or = others.flatMap((other) => {
    const wish = other.kind === 'wishes' && other.wishes.length === first.wishes.length ? other.wishes[at] : undefined
    if (wish?.refers === undefined || known.has(keyOf(wish))) return []
    known.add(keyOf(wish))
    return [wish]
  })
  if (or.length === 0) return first
  return { ...first, wishes: first.wishes.map((wish, index) => (index === at ? { ...wish, or } : wish)) }
}

function keyOf(wish: Wish | undefined): string {
  return JSON.stringify([wish?.command, Object.keys(wish?.refers ?? {})])
}

/** Where a text refers to what was named before: "it", "o mesmo", "that order", "dele". */
import type { Catalogue, Locale } from '../../catalogue/catalogue.ts'
import { type Folded, foldText, isPause } from '../text/fold-text.ts'
import type { Language } from '../words/language.ts'
import { isWordStart } from '../text/match-literal.ts'
import { afterWord, compilePhrases, type Phrases, phrasesIn } from '../text/phrases.ts'
import { quotedRanges } from '../text/quotes.ts'

/** A longer text is not about "it". */
const maxWords = 24

/** A place where something is referred to, and of which kinds it may be. */
export type Mention = {
  readonly from: number
  readonly to: number
  readonly said: string
  readonly kinds: readonly string[]
  /** "dele": the word for "of" is in it. */
  readonly of: boolean
  /** "her deposit": it says whose something is that is no thing of its own. */
  readonly owns: boolean
}

export type MentionFinder = {
  /** In the order of the text; none within quotation marks, or in what is written down. */
  readonly mentionsIn: (text: string) => readonly Mention[]
  /** The kinds that can be referred to, with their titles in this language. */
  readonly titles: readonly Title[]
}

export type Title = { readonly kind: string; readonly title: string; readonly phrases: Phrases }

/** A word of reference and where it ends. */
type Pronoun = Pick<Mention, 'kinds' | 'of' | 'owns'> & { readonly end: number }

/** Knows the words of reference of one language, and the kinds of thing of a catalogue. */
export function createMentionFinder(catalogue: Catalogue, locale: Locale, language: Language): MentionFinder {
  const { that_thing: things, that_person: people, of_that_thing: ofThings, whose_thing: owners } = language.words
  const kinds = kindsOf(catalogue)
  const titles = [...catalogue.entities.keys()].flatMap((kind) => {
    const title = locale.entities[kind]?.title
    return title === undefined ? [] : [{ kind, title, phrases: compilePhrases([title]) }]
  })
  return { mentionsIn, titles }

  function mentionsIn(text: string): readonly Mention[] {
    const folded = foldText(text)
    if (folded.text.split(' ').length > maxWords) return []
    // "forget that, cancel 207" begins with a word of control, and names nobody.
    const dropped = language.words.drop.endsAt(folded.text, 0).filter((end) => isPauseAfter(folded, end))
    const quoted = quotedRanges(text)
    const nowhere = phrasesIn(folded.text, language.noReference)
    const found: Mention[] = []
    for (let at = 0; at < folded.text.length; at++) {
      for (const pronoun of isWordStart(folded.text, at) ? pronounsAt(folded.text, at) : []) {
        if (dropped.includes(pronoun.end)) continue
        if (nowhere.some((range) => at >= range.from && pronoun.end <= range.to)) continue
        const mention = mentionAt(folded, at, pronoun)
        const isQuoted = quoted.some((range) => mention.from >= range.from && mention.to <= range.to)
        if (!isQuoted && !isWrittenDown(folded, mention, pronoun)) found.push(mention)
      }
    }
    return found
  }

  function pronounsAt(text: string, at: number): readonly Pronoun[] {
    const [thing = 0] = things.endsAt(text, at)
    const [person = 0] = people.endsAt(text, at)
    const [ofThing = 0] = ofThings.endsAt(text, at)
    const end = Math.max(thing, person, ofThing)
    const known = [...(thing === end || ofThing === end ? kinds.thing : []), ...(person === end ? kinds.person : [])]
    const [owner = 0] = owners.endsAt(text, at)
    return [
      ...(end === 0 ? [] : [{ end, kinds: known, of: ofThing === end, owns: false }]),
      ...(owner === 0 ? [] : [{ end: owner, kinds: kinds.thing, of: false, owns: true }]),
    ]
  }

  /** "That order" is of the kind that is named behind the word. */
  function mentionAt(folded: Folded, at: number, { end, kinds: known, of, owns }: Pronoun): Mention {
    const next = afterWord(folded.text, end)
    const titled = titles.filter(({ phrases }) => phrases.endsAt(folded.text, next).length > 0)
    const last = titled.flatMap(({ phrases }) => phrases.endsAt(folded.text, next))[0] ?? end
    const from = folded.starts[at] ?? 0
    const to = folded.ends[last - 1] ?? folded.original.length
    const named = titled.length === 0 ? known : titled.map(({ kind }) => kind)
    const said = folded.original.slice(from, to)
    return { from, to, said, kinds: [...new Set(named)], of, owns }
  }
}

/** The kinds that a command can be about: things, and people, who are named by their numbers. */
function kindsOf({ commands, entities }: Catalogue): {
  readonly thing: readonly string[]
  readonly person: readonly string[]
} {
  const parameters = [...commands.values()].flatMap((command) => command.parameters)
  const ofSort = (isPerson: boolean) =>
    [...entities.keys()].filter((kind) =>
      parameters.some(({ entity, type }) => entity === kind && (type === 'phone') === isPerson),
    )
  return { thing: ofSort(false), person: ofSort(true) }
}

/** "add a note: this is broken": what stands behind a colon is what the note says. */
function isWrittenDown({ text, original }: Folded, { from }: Mention, { end }: Pronoun): boolean {
  return afterWord(text, end) < text.length && /:\s*$/u.test(original.slice(0, from))
}

function isPauseAfter({ text, original, ends, starts }: Folded, end: number): boolean {
  return end < text.length && isPause(original.slice(ends[end - 1], starts[afterWord(text, end)]))
}

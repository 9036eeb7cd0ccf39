/**
 * "it", "o mesmo", "lo": a reference to something that was named before. It is read with a stand-in in its place, so that every
 * sentence that can name a thing can refer to one, and no sentence has to be written for it. What it refers to is not known here.
 */
import type { Catalogue, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { createMentionFinder, type Mention } from './find-mentions.ts'
import { type Folded, foldText } from '../text/fold-text.ts'
import { createDativeReader, type Variant, withOthers } from './dative-references.ts'
import type { DativeVerb } from '../words/dative-verb.ts'
import type { Language } from '../words/language.ts'
import { afterWord, isMadeOf } from '../text/phrases.ts'
import { type Named, namedOf, wishesOf, withWishes } from './named-wishes.ts'
import type { CommandReader, CommandReading } from './read-commands.ts'
import { createVerbReader, type VerbReader } from './read-verb.ts'
import { standIn } from '../sentences/stand-in.ts'
import type { Wish } from '../wish.ts'
import { splitWishes } from './split-wishes.ts'
import { isTooLong } from '../text/too-long.ts'
import type { When } from '../values/when.ts'

/** So many references in one part of a message are tried. */
const maxReferences = 4
/** So many texts with a stand-in are read for one message. */
const maxTries = 40

/** What a part of a message asks for; `refers`: by a reference, which may be to what it names itself ("ponele una nota al 205"). */
type PartRead = { readonly wishes: readonly Wish[]; readonly refers: boolean }

/** Reads commands, and knows references where they are not part of one. */
export type AnswerReader = CommandReader & {
  /** Whether the whole text is a reference: the answer "that one". */
  readonly isReference: (folded: Folded) => boolean
  /** "cancel it": calls off what is open, when something is. */
  readonly dropsOpen: (folded: Folded) => boolean
  /** Whether a word stands in the text that can be a reference. */
  readonly holdsReference: (text: string) => boolean
  readonly readVerb: VerbReader
}

export type ReferenceReader = AnswerReader & {
  /** The same, taking no word of a command for a reference. */
  readonly withoutReferences: AnswerReader
}

/**
 * Reads references besides what `commands` reads. `prepare` takes the first pronoun off its verb, `dativeIn` finds the first verb with one
 * that says to what something is done.
 */
export function createReferenceReader(
  catalogue: Catalogue,
  locale: Locale,
  language: Language,
  {
    commands,
    prepare,
    dativeIn,
  }: {
    readonly commands: CommandReader
    readonly prepare: (text: string) => string
    readonly dativeIn: (text: string) => DativeVerb | null
  },
): ReferenceReader {
  const { that_thing: things, that_person: people, of_that_thing: ofThings } = language.words
  const { mentionsIn, titles } = createMentionFinder(catalogue, locale, language)
  const proclitics = new Set(locale.words['clitics'] ?? [])
  // "La", that is: "lo" stands before no number, and "reembolsa lo 20" is "reembólsalo 20".
  const articles = [...proclitics].filter((word) => isMadeOf(foldText(word).text, language.article, language.article))
  const answers: AnswerReader = {
    ...commands,
    isReference: (folded) =>
      isMadeOf(folded.text, things, language.skipped) || isMadeOf(folded.text, people, language.skipped),
    dropsOpen: (folded) => {
      const { text } = foldText(prepare(folded.original))
      return language.words.cancel
        .endsAt(text, 0)
        .some((end) => end < text.length && isMadeOf(text.slice(afterWord(text, end)), things, language.skipped))
    },
    holdsReference,
    readVerb: createVerbReader(catalogue, locale, commands),
  }
  const readDative = createDativeReader(catalogue, locale, language, { commands, titles, dativeIn, referring })
  return {
    ...answers,
    // What is told by a reference alone is not looked for, which takes long.
    withoutReferences: { ...answers, holdsReference: () => false },
    read: (text, when) => {
      const plain = commands.read(text, when)
      if (isTooLong(text) || text.includes(standIn)) return plain
      if (plain !== null && !isOpen(plain)) return plain
      const found = readReferring(text, when)
      if (found !== null) return found
      return plain !== null && isNamed(plain, 'sentence') ? null : plain
    },
  }

  /** Whether a reference was not understood as one: it was taken for a name, or what it stands for is missing. */
  function isOpen(reading: CommandReading): boolean {
    if (isNamed(reading)) return true
    if (reading.kind === 'ambiguous') return false
    return wishesOf(reading).some((wish) =>
      parametersOf(wish).some(
        ({ name, entity, required }) => entity !== null && required && wish.args[name] === undefined,
      ),
    )
  }

  /** Whether some thing is called "it"; of wishes from one source alone, when it is given. */
  function isNamed(reading: CommandReading, from?: Wish['source']): boolean {
    return wishesOf(reading).some((wish) =>
      parametersOf(wish).some(({ name, entity }) => {
        const value = wish.args[name]
        if (entity === null || value === undefined || (from !== undefined && wish.source !== from)) return false
        const { text } = foldText(value)
        return [things, people, ofThings].some((each) => isMadeOf(text, each, language.filler))
      }),
    )
  }

  function parametersOf(wish: Wish): readonly Parameter[] {
    return catalogue.commands.get(wish.command)?.parameters ?? []
  }

  function holdsReference(text: string): boolean {
    return dativeIn(text) !== null || [text, prepare(text)].some((each) => mentionsIn(each).length > 0)
  }

  function readReferring(text: string, when: When): Named | null {
    if (!holdsReference(text)) return null
    const tries = { left: maxTries }
    const whole = readPart(text, when, tries) ?? readDative(text, when, tries)
    if (whole !== null) return whole
    const parts = splitWishes<PartRead>(
      text,
      { and: language.words.and, however: language.however, also: language.also },
      (part) => {
        const plain = commands.read(part, when)
        // As a whole it lacks what a part of it may refer to.
        if (part.length === text.length && plain !== null && isOpen(plain)) return null
        const isRead = part.length === text.length || (plain?.kind === 'wishes' && !isOpen(plain))
        const found = isRead ? null : (readPart(part, when, tries) ?? readDative(part, when, tries))
        const read = found ?? plain
        return read?.kind === 'wishes' && read.denied === undefined && !isNamed(read)
          ? { value: { wishes: read.wishes, refers: found !== null }, closed: true }
          : null
      },
    )
    return parts?.some(({ refers }) => refers) === true
      ? { kind: 'wishes', wishes: parts.flatMap(({ wishes }) => wishes) }
      : null
  }

  /** One reference in the text; readings of it that differ only in what kind of thing it is are kept together. */
  function readPart(text: string, when: When, tries: { left: number }): Named | null {
    const places = [...new Set([text, prepare(text)])].flatMap((words) =>
      mentionsIn(words)
        .filter((mention) => saysMore(words, mention) && !isArticle(text, words, mention))
        .slice(0, maxReferences)
        .flatMap((mention) => variantsOf(words, mention).map((variants) => ({ words, mention, variants }))),
    )
    for (const { words, mention, variants } of places) {
      const said = saidAs(text, words, mention)
      const readings = variants.flatMap((variant) => {
        if (tries.left-- <= 0) return []
        const reading = commands.read(variant.text, when)
        return namedOf(reading).flatMap((each) => referring(words, each, { ...mention, said }, variant) ?? [])
      })
      const [first, ...others] = readings
      if (first !== undefined) return withOthers(first, others)
    }
    return null
  }

  /** The text with the stand-in, bare and with the titles of its kinds: where the reference stands, else after the verb. */
  function variantsOf(
    text: string,
    { from, to, said, kinds: known, of, owns }: Mention,
  ): readonly (readonly Variant[])[] {
    const before = text.slice(0, from)
    const after = text.slice(to)
    const named = titles.filter(({ kind }) => known.includes(kind))
    const inPlace = (thing: string) =>
      (owns
        ? [message('reference_whose', thing)]
        : [of ? message('reference_of', thing) : thing, /^\s+\d/u.test(after) ? message('reference_for', thing) : null]
      )
        .filter((words) => words !== null)
        .map((words) => `${before}${words}${after}`)
    // "lo cancelas": only a pronoun that can be written together with its verb can go before it; in "deshace la cancelación" it is none.
    const isBeforeVerb = proclitics.has(foldText(said).text) && !isVerb(before.trim())
    const verb = isBeforeVerb ? (/^\s*\S+/u.exec(after)?.[0] ?? '') : ''
    const behind = (thing: string) =>
      verb === ''
        ? []
        : [`${before}${verb.trim()} ${thing}${after.slice(verb.length)}`, `${before}${after.trim()} ${thing}`]
    const withTitle = named.map(({ kind, title }) => ({ kind, thing: `${title} ${standIn}` }))
    return [
      [
        ...withTitle.flatMap(({ kind, thing }) => inPlace(thing).map((words) => ({ text: words, kind }))),
        ...inPlace(standIn).map((words) => ({ text: words, kind: null })),
      ],
      withTitle.flatMap(({ kind, thing }) => behind(thing).map((words) => ({ text: words, kind }))),
    ]
  }

  /** “A la 205 que …”: before an id it is the article of that one, unless it was taken off its verb (“cámbiala 450”). */
  function isArticle(text: string, words: string, { from, to, said }: Mention): boolean {
    const id = articles.includes(foldText(said).text) ? /^\s+#?\p{L}{0,4}-?\d+/u.exec(words.slice(to)) : null
    return id !== null && ` ${text}`.includes(` ${words.slice(from, to)}${id[0]}`)
  }

  function isVerb(text: string): boolean {
    const folded = foldText(text).text
    return language.words.undo.endsAt(folded, 0).includes(folded.length) || answers.readVerb(text).length > 0
  }

  function message(key: string, thing: string): string | null {
    return locale.messages[key]?.replace('{thing}', thing) ?? null
  }

  /** The reading with a reference instead of the stand-in; `null` when that is not the one value of one thing. */
  function referring(text: string, reading: Named, mention: Mention, { kind }: Variant): Named | null {
    const [owned = ''] = mention.owns ? foldText(text.slice(mention.to)).text.split(' ') : []
    let count = 0
    const replaced = wishesOf(reading).map((wish) => {
      const held = Object.entries(wish.args).filter(([, value]) => value.includes(standIn))
      const [only] = held
      if (only === undefined) return wish
      count += held.length
      const [name, value] = only
      const entity = value === standIn ? entityOf(wish, name, kind) : null
      if (entity === null || !mention.kinds.includes(entity) || (kind !== null && !isCalledLike(entity, kind)))
        return null
      // "Call her first" says what to do with her, and "first" is nothing of hers.
      if (mention.owns && Object.values(wish.args).some((other) => foldText(other).text.startsWith(owned))) return null
      const { [name]: _standIn, ...args } = wish.args
      return { ...wish, args, refers: { [name]: { said: mention.said, entity } } }
    })
    const wishes = replaced.filter((wish) => wish !== null)
    return wishes.length < replaced.length || count !== 1 ? null : withWishes(reading, wishes)
  }

  /** Whether what was put before the stand-in says what the thing is: a kind may be called like a verb ("reserva o mesmo"). */
  function isCalledLike(entity: string, kind: string): boolean {
    return entity === kind || locale.entities[entity]?.title === locale.entities[kind]?.title
  }

  /** The kind of thing that a parameter names; a text of a fixed form names the kind that was put before the stand-in. */
  function entityOf(wish: Wish, name: string, kind: string | null): string | null {
    const parameter = parametersOf(wish).find((each) => each.name === name)
    if (parameter === undefined) return null
    return parameter.entity ?? (parameter.schema['pattern'] === undefined ? null : kind)
  }
}

/** "La 99" is a number with its article: nothing is asked of it. */
function saysMore(text: string, { from, to }: Mention): boolean {
  const rest = `${text.slice(0, from)} ${text.slice(to)}`
  return !/^[\s\d.,:#?!¡¿]*\d[\s\d.,:#?!¡¿]*$/u.test(rest)
}

/** A pronoun that was taken off its verb was said together with it: "cancélalo". */
function saidAs(text: string, words: string, { from, said }: Mention): string {
  if (words === text) return said
  const changed = Array.from({ length: words.length }, (_, at) => at).find((at) => words[at] !== text[at]) ?? 0
  const verb = [...text.matchAll(/[\p{L}\p{M}]+(?:-\p{L}+)*/gu)].find(
    ({ index, 0: word }) => changed <= index + word.length,
  )
  const isTakenOff = verb !== undefined && from > verb.index && from <= verb.index + verb[0].length
  return isTakenOff ? verb[0] : said
}

import type { Locale } from '../catalogue/catalogue.ts'
import { controlWords } from '../catalogue/control-words.ts'
import { compilePhrases, type Phrases } from './phrases.ts'
import { currencyWords } from './values/currencies.ts'
import { createDateReaders } from './values/dates/date-readers.ts'
import { dateOrderOf } from './values/dates/numeric-date.ts'
import { groupMarkOf } from './values/decimal.ts'
import type { ValueLanguage } from './values/value-language.ts'

/** The lists of `locale.words` that the reader looks things up in; a list that is missing is empty. */
type WordKey = (typeof controlWords)[number]

/** What every language understands, whatever its locale lists. */
const everywhere: Partial<Record<WordKey, readonly string[]>> = { drop: ['0'], help: ['?'] }
/**
 * Verbs that stand before a code alone ("CONFIRM C9F2", "DESFAZER #K7Q2M"): each language takes those of all others, for
 * a person may copy them from a reply in another one, and before a code they can mean nothing else.
 */
const shared: readonly WordKey[] = ['confirm', 'undo', 'retry', 'cancel']

/** The words of a locale, compiled once. */
export type Language = ValueLanguage & {
  readonly words: Readonly<Record<WordKey, Phrases>>
  /** What joins wishes, or sets one against the other: "and", "but", "or". */
  readonly borders: Phrases
  /** Politeness and the like: ignored wherever it stands outside free text. */
  readonly skipped: Phrases
  /** What may stand at the end of a text without being part of what is asked for (`words.tail`: "ok", "lol"; `words.tail_or_name`). */
  readonly tail: Phrases
  /** Those of them that people are called as well (`words.tail_or_name`: "right", "vale"): behind a name they belong to it. */
  readonly tailOrName: Phrases
  /** What denies at the end of a text (`words.denied_after`: "não" of "cancela o 204 não"). */
  readonly deniedAfter: Phrases
  /** What nobody is called (`words.no_name`: "later", "back"), where a name is wanted. */
  readonly noName: Phrases
  /** What stands before a name and before much else (`words.i_am`: "I'm Nina", "I'm late"). */
  readonly iAm: Phrases
  /** What is said of a thing and begins like a condition (`words.no_condition`: "se perdeu" of "o pedido 204 se perdeu"). */
  readonly noCondition: Phrases
  /** What says that something is to be done at another time, or again and again (`words.later`: "later", "every day"). */
  readonly later: Phrases
  /** What stands before how long something is to last (`words.lasting`: "for", "until"). */
  readonly lasting: Phrases
  /** What stands before the first of some days (`words.starting`: "from", "starting on"). */
  readonly starting: Phrases
  /** What stands before how long it is until then (`words.ahead`: "in"). */
  readonly ahead: string
  /** What stands before a reason (`words.because`); '' where the locale does not say. */
  readonly because: string
  /** All that may stand there (`words.because`, the first of it in what is written for the reader: "because of"). */
  readonly becauseOf: Phrases
  /** Whole reasons that need no "because" (`words.on_account_of` before `words.trouble`, `words.amends`): "for the delay", "as an apology". */
  readonly reasons: Phrases
  /** What leads from a reason to what follows of it (`words.therefore`: "so"). */
  readonly therefore: Phrases
  /** What stands before the name of whoever writes (`words.introducing`: "this is"). */
  readonly introducing: Phrases
  /** What stands for the kind of thing that is meant (`words.stand_in`: "one"). */
  readonly standIn: Phrases
  /** What tells of a thing, though it corrects one as well (`words.telling`: "it was"). */
  readonly telling: Phrases
  /** What somebody did, though the same words ask whether they did (`words.did`: "pagou"). */
  readonly did: Phrases
  /** Who wants nothing, and who is asked for (`words.nobody`: "nobody", "who"). */
  readonly nobody: Phrases
  /** What doubts, delays or limits what is asked for, wherever it stands in what is told beside it (`words.doubting`: "maybe", "before"). */
  readonly doubting: Phrases
  /** What belongs to what is asked for where it stands behind a pause (`words.qualifying`: "in dollars", "each"). */
  readonly qualifying: Phrases
  /** What says that somebody wants what is asked for (`words.wanting`: "wants to"). */
  readonly wanting: Phrases
  /** Of those, what wants something done (`words.wanting_done`: "wants"), and how whoever writes would say so (`words.i_want`: "I want"). */
  readonly wantingDone: Phrases
  readonly iWant: string
  /** Titles of things, and what stands before a number of one (`words.article`): "order 204", "el 204". */
  readonly ofThing: Phrases
  /** Titles of things alone: "order". */
  readonly titles: Phrases
  /** What says that the words before were a slip (`words.mistaken`: "I mean", "oops"). */
  readonly mistaken: Phrases
  /** Skip words, and what is said before a no: words of waiting and slips ("wait, no"). */
  readonly beforeNo: Phrases
  /** What may stand before a confirmation by its code: a yes, and skip words. */
  readonly beforeConfirm: Phrases
  /** Skip words, and what is said before another value of what is open: a no, a yes, a slip or a word of correcting ("no, only", "yes, but"). */
  readonly beforeChange: Phrases
  /** Of the words for yes those that as well only take note of something (`words.noted`: "ok"). */
  readonly noted: Phrases
  /** Of the words for no those that say nothing but that (`words.bare_no`: "nope"): no text is meant by them where one is awaited. */
  readonly bareNo: Phrases
  /** Skip words, and what asks beside `words.renumbering` for the new number to be kept (`words.renumbering_too`: "update it"). */
  readonly aroundRenumbering: Phrases
  /** What may be said of what was done, as of what is open (`words.regret`: "that was the wrong one", "wrong {thing}" for each kind of thing). */
  readonly regret: Phrases
  /** What may stand around that: interjections, skip words, refusals and slips. */
  readonly aroundRegret: Phrases
  /** That, and what is said before another value: what may be said before "undo". */
  readonly beforeUndo: Phrases
  /** What asks to see once more what waits, or its code (`words.show_again`, and `words.what_about` before `words.if_confirmed`). */
  readonly showAgain: Phrases
  /** Skip words, and what may stand around that: how its confirmation may be answered (`words.if_confirmed`: "if I confirm"). */
  readonly aroundShown: Phrases
  /** What a thing or somebody may be called before the name in what is told of them (`words.told_of`: "the customer of"). */
  readonly toldOf: Phrases
  /** What begins like a reference and is none (`words.no_reference`: "note that"). */
  readonly noReference: Phrases
  /** What begins with a word that introduces a text, and is a thing of its own (`words.compound`: "nota fiscal"). */
  readonly compound: Phrases
  /** What stands beside "both": refusals, and words of correcting. */
  readonly aroundBoth: Phrases
  /** What stands before what is to be left out (`words.without`: "without", "skip"). */
  readonly without: Phrases
  /** What stands before the name of what is not wanted any more (`words.forgetting`: "never mind", "forget"). */
  readonly forgetting: Phrases
  /** The one of two that was not chosen (`words.other_one`: "the other one"). */
  readonly otherOne: Phrases
  /** What stands behind "all" and before what is not meant (`words.all_but`: "but", "except"). */
  readonly allBut: Phrases
  /** What says that everything is meant, or all that is spoken of: "everything", "all of them". */
  readonly allOf: Phrases
  /** What may stand around the place of the only one that is meant. */
  readonly aroundOnly: Phrases
  /** What may stand for the place of the last of some (`words.last_one`). */
  readonly lastOne: Phrases
  /** What says that something is wanted besides (`words.also`: "too", "as well"). */
  readonly also: Phrases
  /** That, and what else may stand around the number of what is wanted besides. */
  readonly aroundAlso: Phrases
  /** What leads from the first of some days to the last (`words.through`: "to", "until"). */
  readonly through: Phrases
  /** The first of those words, to be written in place of a dash. */
  readonly rangeWord: string
  /** What says that something is to be another (`words.changing`: "change", "set"). */
  readonly changing: Phrases
  /** Those of them that say so of a number alone, never of a thing (`words.resizing`: "raise", "lower"). */
  readonly resizing: Phrases
  /** Those of them that make it smaller (`words.lowering`: "lower"); and what then stands before by how much (`words.by`). */
  readonly lowering: Phrases
  readonly by: Phrases
  /** What stands before the day that something is for (`words.on_day`: "for", "on"). */
  readonly onDay: Phrases
  /** What says around a number that it is added or taken away (`words.more`, `words.less`), and what may stand before that. */
  readonly more: Phrases
  readonly less: Phrases
  readonly beforeDifference: Phrases
  /** What stands between the name of a value and the value that it should have (`words.becoming`: "to", "should be"), or has (`words.being`: "is"). */
  readonly becoming: Phrases
  readonly being: Phrases
  /** What a sum, a day or a time is called, whatever its parameter is (`words.called_sum`, `words.called_time`). */
  readonly calledSum: readonly string[]
  readonly calledTime: readonly string[]
  /** What is said before a wish and means nothing by itself (`words.interjection`: "hmm", "by the way"). */
  readonly interjection: Phrases
  /** That, and skip words. */
  readonly aroundWish: Phrases
  /** What stands before the text that is meant (`words.wording`: "it should say"). */
  readonly wording: Phrases
  /** Skip words and what stands for a thing: what may stand beside "undo". */
  readonly undoable: Phrases
  /** Skip words and what people put around a bare value (`words.filler`: "it's", "number", "I meant"), the titles of entities among it. */
  readonly filler: Phrases
  /** Filler, and what people put around a value that they were asked for (`words.answering`: "then"). */
  readonly answering: Phrases
  /** The same around one that cannot be mistaken, such as a number: interjections too. */
  readonly aroundExact: Phrases
  /** Skip words and what stands before the number of a thing that is not named (`words.article`: "the"). */
  readonly article: Phrases
  /** Filler, and what people say when they say something else instead (`words.correcting`: "sorry", "wait", "instead"). */
  readonly corrective: Phrases
}

/**
 * Compiles the words of a locale; `others` are all locales that there are, `groupMark` is what parts thousands. Optional lists: `words.filler`, `words.answering`,
 * `words.currency`, `words.tail`, `words.tail_or_name`, `words.denied_after`, `words.no_name`, `words.i_am`,
 * `words.no_condition`, `words.later`, `words.lasting`, `words.starting`, `words.ahead`, `words.because`, `words.on_account_of`, `words.trouble`, `words.amends`, `words.therefore`, `words.wanting`, `words.wanting_done`, `words.i_want`, `words.introducing`, `words.stand_in`, `words.telling`, `words.did`, `words.nobody`, `words.doubting`, `words.qualifying`,
 * `words.article`, `words.mistaken`, `words.interjection`, `words.wording`, `words.through`, `words.changing`, `words.resizing`, `words.lowering`, `words.by`, `words.on_day`, `words.more`, `words.less`, `words.becoming`, `words.being`, `words.called_sum`, `words.called_time`, `words.without`, `words.forgetting`, `words.other_one`, `words.all_but`, `words.last_one`, `words.also`, `words.renumbering_too`, `words.regret`, `words.show_again`, `words.if_confirmed`, `words.noted`, `words.bare_no`, `words.told_of`, `words.no_reference`, `words.compound`, and one per choice value.
 */
export function compileLanguage(
  locale: Locale,
  others: Iterable<Locale>,
  groupMark = groupMarkOf(locale.region),
): Language {
  const locales = [locale, ...others]
  const words = Object.fromEntries(
    controlWords.map((key) => {
      const spoken = (shared.includes(key) ? locales : [locale]).flatMap((each) => each.words[key] ?? [])
      return [key, compilePhrases([...spoken, ...(everywhere[key] ?? [])])]
    }),
    // `fromEntries` forgets the keys that `controlWords` spells out.
  ) as Record<WordKey, Phrases>
  const titles = Object.values(locale.entities).map(({ title }) => title)
  const filler = [...locale.skipWords, ...titles, ...(locale.words['filler'] ?? [])]
  const tailOrName = locale.words['tail_or_name'] ?? []
  const interjections = locale.words['interjection'] ?? []
  const said = (...keys: readonly string[]) => keys.flatMap((key) => locale.words[key] ?? [])
  const regret = said('regret').flatMap((text) =>
    text.includes('{thing}') ? titles.map((title) => text.replace('{thing}', title)) : [text],
  )
  const beforeChange = [...said('no', 'yes', 'but', 'correcting', 'mistaken'), ...locale.skipWords]
  return {
    code: locale.language,
    region: locale.region,
    groupMark,
    currency: compilePhrases([...currencyWords(locale.language), ...(locale.words['currency'] ?? [])]),
    dates: createDateReaders(locale.language, dateOrderOf(locale.region)),
    yes: words.yes,
    no: words.no,
    words,
    borders: compilePhrases(['and', 'but', 'or'].flatMap((key) => locale.words[key] ?? [])),
    skipped: compilePhrases(locale.skipWords),
    tail: compilePhrases([...(locale.words['tail'] ?? []), ...tailOrName]),
    tailOrName: compilePhrases(tailOrName),
    deniedAfter: compilePhrases(locale.words['denied_after'] ?? []),
    noName: compilePhrases(locale.words['no_name'] ?? []),
    iAm: compilePhrases(locale.words['i_am'] ?? []),
    noCondition: compilePhrases(locale.words['no_condition'] ?? []),
    later: compilePhrases(locale.words['later'] ?? []),
    lasting: compilePhrases(locale.words['lasting'] ?? []),
    starting: compilePhrases(locale.words['starting'] ?? []),
    ahead: locale.words['ahead']?.[0] ?? '',
    because: locale.words['because']?.[0] ?? '',
    becauseOf: compilePhrases(locale.words['because'] ?? []),
    reasons: compilePhrases([...joined(locale, 'on_account_of', 'trouble'), ...(locale.words['amends'] ?? [])]),
    therefore: compilePhrases(locale.words['therefore'] ?? []),
    introducing: compilePhrases(['introducing', 'i_am'].flatMap((key) => locale.words[key] ?? [])),
    standIn: compilePhrases(locale.words['stand_in'] ?? []),
    telling: compilePhrases(locale.words['telling'] ?? []),
    did: compilePhrases(locale.words['did'] ?? []),
    nobody: compilePhrases(locale.words['nobody'] ?? []),
    doubting: compilePhrases(locale.words['doubting'] ?? []),
    qualifying: compilePhrases(['qualifying', 'without'].flatMap((key) => locale.words[key] ?? [])),
    wanting: compilePhrases(locale.words['wanting'] ?? []),
    wantingDone: compilePhrases(locale.words['wanting_done'] ?? []),
    iWant: locale.words['i_want']?.[0] ?? '',
    ofThing: compilePhrases([...titles, ...(locale.words['article'] ?? [])]),
    titles: compilePhrases(titles),
    mistaken: compilePhrases(locale.words['mistaken'] ?? []),
    beforeNo: compilePhrases(['wait', 'mistaken'].flatMap((key) => locale.words[key] ?? []).concat(locale.skipWords)),
    beforeConfirm: compilePhrases(
      [...(locale.words['yes'] ?? []), ...locale.skipWords].filter((word) => !locale.words['confirm']?.includes(word)),
    ),
    beforeChange: compilePhrases(beforeChange),
    noted: compilePhrases(locale.words['noted'] ?? []),
    bareNo: compilePhrases(locale.words['bare_no'] ?? []),
    aroundRenumbering: compilePhrases([...locale.skipWords, ...said('renumbering_too')]),
    regret: compilePhrases(regret),
    aroundRegret: compilePhrases([...interjections, ...locale.skipWords, ...said('no', 'mistaken')]),
    beforeUndo: compilePhrases([...beforeChange, ...regret]),
    showAgain: compilePhrases([...(locale.words['show_again'] ?? []), ...joined(locale, 'what_about', 'if_confirmed')]),
    aroundShown: compilePhrases([...locale.skipWords, ...(locale.words['if_confirmed'] ?? [])]),
    toldOf: compilePhrases([...titles, ...locale.skipWords, ...said('article', 'told_of')]),
    noReference: compilePhrases(locale.words['no_reference'] ?? []),
    compound: compilePhrases(locale.words['compound'] ?? []),
    aroundBoth: compilePhrases(['no', 'correcting'].flatMap((key) => locale.words[key] ?? []).concat(locale.skipWords)),
    without: compilePhrases(locale.words['without'] ?? []),
    forgetting: compilePhrases(locale.words['forgetting'] ?? []),
    otherOne: compilePhrases(locale.words['other_one'] ?? []),
    allBut: compilePhrases(locale.words['all_but'] ?? []),
    allOf: compilePhrases(['all_of', 'both'].flatMap((key) => locale.words[key] ?? [])),
    aroundOnly: compilePhrases([...filler, ...['answering', 'only'].flatMap((key) => locale.words[key] ?? [])]),
    lastOne: compilePhrases(locale.words['last_one'] ?? []),
    also: compilePhrases(locale.words['also'] ?? []),
    aroundAlso: compilePhrases([...filler, ...['also', 'and'].flatMap((key) => locale.words[key] ?? [])]),
    interjection: compilePhrases(interjections),
    aroundWish: compilePhrases([...interjections, ...locale.skipWords]),
    aroundExact: compilePhrases([...interjections, ...filler, ...(locale.words['answering'] ?? [])]),
    wording: compilePhrases(locale.words['wording'] ?? []),
    through: compilePhrases(locale.words['through'] ?? []),
    rangeWord: locale.words['through']?.[0] ?? '',
    changing: compilePhrases(['changing', 'resizing'].flatMap((key) => locale.words[key] ?? [])),
    resizing: compilePhrases(locale.words['resizing'] ?? []),
    lowering: compilePhrases(locale.words['lowering'] ?? []),
    by: compilePhrases(locale.words['by'] ?? []),
    onDay: compilePhrases(locale.words['on_day'] ?? []),
    more: compilePhrases(locale.words['more'] ?? []),
    less: compilePhrases(locale.words['less'] ?? []),
    beforeDifference: compilePhrases([...beforeChange, ...(locale.words['and'] ?? [])]),
    becoming: compilePhrases(locale.words['becoming'] ?? []),
    being: compilePhrases(locale.words['being'] ?? []),
    calledSum: locale.words['called_sum'] ?? [],
    calledTime: locale.words['called_time'] ?? [],
    undoable: compilePhrases([...locale.skipWords, ...(locale.words['that_thing'] ?? [])]),
    filler: compilePhrases(filler),
    answering: compilePhrases([...filler, ...(locale.words['answering'] ?? [])]),
    article: compilePhrases([...locale.skipWords, ...(locale.words['article'] ?? [])]),
    corrective: compilePhrases([...filler, ...(locale.words['correcting'] ?? [])]),
    choice: createChoiceWords(locale),
  }
}

/** Every phrase of one list before every phrase of another. */
function joined({ words }: Locale, first: string, second: string): readonly string[] {
  const ends = words[second] ?? []
  return (words[first] ?? []).flatMap((lead) => ends.map((end) => `${lead} ${end}`))
}

/** What a language calls a value of a choice; the value itself is among it. */
export function choiceWords(locale: Locale, value: string): readonly string[] {
  // A value such as "confirm" must not get the words of control of the same name.
  const own = controlWords.some((key) => key === value) ? [] : (locale.words[value] ?? [])
  return [value, value.replaceAll(/[_-]/g, ' '), ...own]
}

function createChoiceWords(locale: Locale): Language['choice'] {
  const known = new Map<string, Phrases>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const phrases = compilePhrases(choiceWords(locale, value))
    known.set(value, phrases)
    return phrases
  }
}

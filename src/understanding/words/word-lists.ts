import type { Locale } from '../../catalogue/catalogue.ts'
import { pluralsOf } from './plurals.ts'

/** Some words of a locale: one of the lists of its `words` by name (one that is missing is empty), or what takes them from it. */
type WordSource = string | ((locale: Locale) => readonly string[])

/** Titles of things: "order". */
const titles: WordSource = ({ entities }) => Object.values(entities).map(({ title }) => title)

/** "Orders", of a title. */
const severalTitles: WordSource = ({ entities }) => Object.values(entities).flatMap(({ title }) => pluralsOf(title))

const skipWords: WordSource = (locale) => locale.skipWords

const yesButConfirm: WordSource = ({ words }) =>
  (words['yes'] ?? []).filter((word) => !words['confirm']?.includes(word))

const filler: readonly WordSource[] = [skipWords, titles, 'filler']

/** What is said around a wish and means nothing by itself, also by whom it addresses. */
const interjection: readonly WordSource[] = ['interjection', 'address']

const beforeChange: readonly WordSource[] = ['no', 'yes', 'but', 'correcting', 'mistaken', skipWords]

/** Every phrase of one list before every phrase of another. */
function joined(first: string, second: string): WordSource {
  return ({ words }) => {
    const ends = words[second] ?? []
    return (words[first] ?? []).flatMap((lead) => ends.map((end) => `${lead} ${end}`))
  }
}

/**
 * What the reader looks up in a text, by what it is for, and the words of a locale that each is made of. All of them are optional:
 * a language without them understands less.
 */
export const wordLists = {
  /** What joins wishes, or sets one against the other: "and", "but", "or". */
  borders: ['and', 'but', 'or'],
  /** What sets a wish against another that is wanted as well ("but"). */
  however: ['however'],
  /** Politeness and the like: ignored wherever it stands outside free text. */
  skipped: [skipWords],
  /** What may stand at the end of a text without being part of what is asked for ("ok", "lol"). */
  tail: ['tail', 'tail_or_name'],
  /** Those of them that people are called as well ("right", "vale"): behind a name they belong to it. */
  tailOrName: ['tail_or_name'],
  /** What denies at the end of a text ("não" of "cancela o 204 não"). */
  deniedAfter: ['denied_after'],
  /** What denies the value behind it ("wasn't" of "it wasn't 10, it was 12"). */
  deniedBefore: ['denied_before'],
  /** What stands before what is not meant, beside what is ("instead of"). */
  insteadOf: ['instead_of'],
  /** What nobody is called ("later", "back"), where a name is wanted. */
  noName: ['no_name'],
  /** What stands before a name and before much else ("I'm Nina", "I'm late"). */
  iAm: ['i_am'],
  /** What is said of a thing and begins like a condition ("se perdeu" of "o pedido 204 se perdeu"). */
  noCondition: ['no_condition'],
  /** What says that something is to be done at another time, or again and again ("later", "every day"). */
  later: ['later'],
  /** What stands before how long something is to last ("for", "until"). */
  lasting: ['lasting'],
  /** What stands before the first of some days ("from", "starting on"). */
  starting: ['starting'],
  /** What stands before what something is done to ("to"). */
  toThing: ['to_thing'],
  /** What stands before a reason; the first of it in what is written for the reader ("because of"). */
  becauseOf: ['because'],
  /** What people are sorry for: "the delay". */
  trouble: ['trouble'],
  /** Whole reasons that need no "because": "for the delay", "as an apology". */
  reasons: [joined('on_account_of', 'trouble'), 'amends'],
  /** What leads from a reason to what follows of it ("so"). */
  therefore: ['therefore'],
  /** What stands before the name of whoever writes ("this is"). */
  introducing: ['introducing', 'i_am'],
  /** What stands for the kind of thing that is meant ("one"). */
  standIn: ['stand_in'],
  /** What tells of a thing, though it corrects one as well ("it was"). */
  telling: ['telling'],
  /** What leads to a phone number ("tel.", "mobile number"). */
  beforePhone: ['before_phone'],
  /** What somebody did, though the same words ask whether they did ("pagou"). */
  did: ['did'],
  /** Who wants nothing, and who is asked for ("nobody", "who"). */
  nobody: ['nobody'],
  /** What doubts, delays or limits what is asked for, wherever it stands in what is told beside it ("maybe", "before"). */
  doubting: ['doubting'],
  /** What belongs to what is asked for where it stands behind a pause ("in dollars", "each"). */
  qualifying: ['qualifying', 'without'],
  /** What says that somebody wants what is asked for ("wants to"). */
  wanting: ['wanting'],
  /** Of those, what wants something done ("wants"). */
  wantingDone: ['wanting_done'],
  /** Titles of things, and what stands before a number of one: "order 204", "el 204". */
  ofThing: [titles, 'article'],
  /** Titles of things alone: "order". */
  titles: [titles],
  /** What says that the words before were a slip ("I mean", "oops"). */
  mistaken: ['mistaken'],
  /** Skip words, and what is said before a no: words of waiting and slips ("wait, no"). */
  beforeNo: ['wait', 'mistaken', skipWords],
  /** Skip words, and a yes: what may stand before a confirmation by its code. */
  beforeConfirm: [yesButConfirm, skipWords],
  /** Skip words, and what is said before another value of what is open: a no, a yes, a slip or a word of correcting ("no, only", "yes, but"). */
  beforeChange: [...beforeChange],
  /** Of the words for yes those that as well only take note of something ("ok"). */
  noted: ['noted'],
  /** The word for yes that a preview asks for. */
  plainYes: [({ words }) => (words['yes'] ?? []).slice(0, 1)],
  /** Of the words for yes those that ask for something as well ("mandale"). */
  yesOrWish: ['yes_or_wish'],
  /** Of those, the ones that name an act of their own ("book it"): a yes to that act, and to another one perhaps. */
  yesByAct: ['yes_by_act'],
  /** That, thanks, and a yes that as well only takes note: what may stand beside one of them ("ok, book it"). */
  aroundAct: [skipWords, 'address', 'thanks', 'noted'],
  /** What may be a yes, and as well the contrary or another wish ("ok already", "change it"), and what may stand beside it. */
  perhapsYes: ['perhaps_yes'],
  aroundPerhapsYes: [skipWords, 'address', 'thanks', 'yes'],
  /** Of the words for yes those that may be the text of a note as well ("approved"). */
  yesOrText: ['yes_or_text'],
  /** What says behind a yes that it is one to everything that waits ("to all"). */
  toAll: ['to_all'],
  /** What permits what follows it ("you may"). */
  allowing: ['allowing'],
  /** Of the words of correcting those that ask for something as well ("bota"). */
  correctingOrWish: ['correcting_or_wish'],
  /** How people address whoever they write to ("boss", "jefe"). */
  address: ['address'],
  /** Skip words, and how people address whoever they write to: what may stand beside a word of control ("no, boss"). */
  aroundControl: [skipWords, 'address'],
  /** That, thanks and praise: what may stand beside a yes ("perfect, go ahead"). */
  aroundYes: [skipWords, 'address', 'thanks'],
  /** Of the words of thanks those that praise: to what waits they may be meant as a yes ("perfect"). */
  praise: ['praise'],
  /** What asks whether what waits is right, besides a yes that asks ("is that right"). */
  askingRight: ['asking_right', 'yes'],
  /** What drops what waits, though it asks for something where nothing does ("scrap that"). */
  dropOpen: ['drop_open'],
  /** Of the words for no those that say nothing but that ("nope"): no text is meant by them where one is awaited. */
  bareNo: ['bare_no'],
  /** Those, and what drops: of what begins with such a no, and is nothing more, no text is made. */
  bareNoOrDrop: ['bare_no', 'drop'],
  /** What says that whoever is asked does not know ("no idea"). */
  unsure: ['unsure'],
  /** Skip words, and what asks beside the words of renumbering for the new number to be kept ("update it"). */
  aroundRenumbering: [skipWords, 'renumbering_too'],
  /** Skip words and words of correcting: what is said before dropping something after all ("actually, never mind"). */
  beforeDrop: ['correcting', skipWords],
  /** That, and interjections ("well, never mind"). */
  aroundDrop: [...interjection, 'correcting', skipWords],
  /** What may be said of what was done, as of what is open ("that was the wrong one", "wrong order"). */
  regret: ['regret'],
  /** What may stand around that: interjections, skip words, refusals and slips. */
  aroundRegret: [...interjection, skipWords, 'no', 'mistaken'],
  /** That, and what is said before another value: what may be said before "undo". */
  beforeUndo: [...beforeChange, 'regret'],
  /** What asks to see once more what waits, or its code ("show it again", "what happens if I confirm"). */
  showAgain: ['show_again', joined('what_about', 'if_confirmed')],
  /** Skip words, and what may stand around that: how its confirmation may be answered ("if I confirm"). */
  aroundShown: [skipWords, 'if_confirmed'],
  /** What a thing or somebody may be called before the name in what is told of them ("the customer of"). */
  toldOf: [titles, skipWords, 'article', 'told_of'],
  /** What begins like a reference and is none ("note that"). */
  noReference: ['no_reference'],
  /** What begins with a word that introduces a text, and is a thing of its own ("nota fiscal"). */
  compound: ['compound'],
  /** What stands beside "both": refusals, and words of correcting. */
  aroundBoth: ['no', 'correcting', skipWords],
  /** What may stand beside a greeting, thanks and a farewell: the others, and what joins them. */
  aroundSmallTalk: ['greeting', 'thanks', 'farewell', 'and', 'address', skipWords],
  /** What stands before the first of two days or times, and before the second ("from thursday to sunday"). */
  rangeFrom: ['range_from'],
  rangeTo: ['range_to'],
  /** What stands before what is to be left out ("without", "skip"). */
  without: ['without'],
  /** What stands before the name of what is not wanted any more ("never mind", "forget"). */
  forgetting: ['forgetting'],
  /** The one of two that was not chosen ("the other one"). */
  otherOne: ['other_one'],
  /** What stands behind "all" and before what is not meant ("but", "except"). */
  allBut: ['all_but'],
  /** What says that everything is meant, or all that is spoken of: "everything", "all of them". */
  allOf: ['all_of', 'both', 'these_many'],
  /** What stands before an hour, which may look like so many of some things: "antes de las tres". */
  beforeHour: ['before_hour'],
  /** What may stand around the place of the only one that is meant. */
  aroundOnly: [...filler, 'answering', 'only'],
  /** What says that a place is that in a list ("of the list"), and what may stand around the place of what is answered. */
  ofTheList: ['of_the_list'],
  aroundPlace: [...filler, 'answering', 'of_the_list'],
  /** What may stand for the place of the last of some. */
  lastOne: ['last_one'],
  /** Several of a list at once, by how many they are ("all three", "the first two"). */
  theseMany: ['these_many'],
  /** What may stand around that, and around the numbers of several of them. */
  aroundTheseMany: ['no', 'correcting', skipWords, severalTitles, 'of_the_list'],
  /** What stands before the number of one of a list ("option"), or behind which one it is ("the second one"). */
  listedOne: ['listed_one'],
  /** What says that something is wanted besides ("too", "as well"). */
  also: ['also'],
  /** That, and what else may stand around the number of what is wanted besides. */
  aroundAlso: [...filler, 'also', 'and'],
  /** What leads from the first of some days to the last ("to", "until"). */
  through: ['through'],
  /** What says that something is to be another ("change", "set"). */
  changing: ['changing', 'resizing'],
  /** Those of them that say so of a number alone, never of a thing ("raise", "lower"). */
  resizing: ['resizing'],
  /** Those of them that make it smaller ("lower"). */
  lowering: ['lowering'],
  /** What stands before by how much a number is raised or lowered ("by"). */
  by: ['by'],
  /** What stands between a price and what it is of, or in place of that ("per", "each"). */
  perUnit: ['per_unit'],
  /** What stands before the day that something is for ("for", "on"). */
  onDay: ['on_day'],
  /** What says around a number that it is added ("more"). */
  more: ['more'],
  /** What says so of one that is taken away ("less"). */
  less: ['less'],
  /** What says behind a verb that the same is wanted once more ("another one"). */
  oneMore: ['one_more'],
  /** What may stand before a number with such a word. */
  beforeDifference: [...beforeChange, 'and'],
  /** What stands between the name of a value and the value that it should have ("to", "should be"). */
  becoming: ['becoming'],
  /** What stands between the name of a value and the value that it has ("is"). */
  being: ['being'],
  /** What is said before a wish and means nothing by itself ("hmm", "by the way"). */
  interjection: [...interjection],
  /** That, and skip words. */
  aroundWish: [...interjection, skipWords],
  /** What stands before the text that is meant ("it should say"). */
  wording: ['wording'],
  /** The same, and what tells something as well ("it was"). */
  wordingOrTelling: ['wording', 'wording_or_telling'],
  /** Skip words and what stands for a thing, or for the last one: what may stand beside "undo". */
  undoable: [skipWords, 'that_thing', 'article', 'last_one'],
  /** Skip words and what people put around a bare value ("it's", "number", "I meant"), the titles of entities among it. */
  filler: [...filler],
  /** Filler, and what people put around a value that they were asked for ("then"). */
  answering: [...filler, 'answering'],
  /** The same around one that cannot be mistaken, such as a number: interjections too. */
  aroundExact: [...interjection, ...filler, 'answering'],
  /** That, and what leads to a way or a means ("by cheque"): what may stand around one of several choices. */
  aroundChoice: [...interjection, ...filler, 'answering', 'by_means'],
  /** Skip words and what stands before the number of a thing that is not named ("the"). */
  article: [skipWords, 'article'],
  /** Filler, and what people say when they say something else instead ("sorry", "wait", "instead"). */
  corrective: [...filler, 'correcting'],
} satisfies Record<string, readonly WordSource[]>

export function wordsOf(locale: Locale, sources: readonly WordSource[]): readonly string[] {
  return sources.flatMap((source) => (typeof source === 'string' ? (locale.words[source] ?? []) : source(locale)))
}

import type { Difference, FreeCorrection, LeftOut, ValueCorrection } from './correction-reading.ts'
import type { Beside, ValueOf } from './value-of.ts'
import type { Called, Wish } from './wish.ts'

/**
 * What a message means, as plain data; nothing here has been checked against rights, entities or the world.
 * The cheapest reader that is sure wins: answer to the open question, explicit token, sentence.
 */
export type Reading =
  /** One or several commands; several come from "cancel order 204 and refund order 205". */
  | {
      readonly kind: 'wishes'
      readonly wishes: readonly Wish[]
      /** What is not wanted, said before them: "don't cancel order 204, cancel order 207". */
      readonly denied?: readonly Wish[]
      /** What is not wanted was said behind what is: "cancel 204, not 205". */
      readonly keeps?: true
      /** What was asked for first and taken back in the same breath: "cancel 204, no, move it to Friday". It says what they refer to. */
      readonly insteadOf?: readonly Wish[]
      /** What the same words ask for instead where something is called so: "ponele nota frágil a Pedro". */
      readonly called?: readonly Called[]
      /** The same words would drop what is open, or take back what was done: "cancel that". */
      readonly mayUndo?: true
      /** It began by dropping or refusing what is open: "never mind, show order 205", "no, show order 205". */
      readonly instead?: true
      /** It is wanted beside what is open: "also cancel 205", "and refund 206". */
      readonly besides?: true
      /** Whoever or whatever is called so, the same words may not want any more: "forget Eva", where what is open is about Eva. */
      readonly leavesOut?: string
      /** Where a preview waits, a look at a thing that may leave it out of several: "without João's order". */
      readonly out?: LeftOut
      /**
       * What answers the open preview first, and what was said behind it: "yes and cancel 205", "CONFIRM C9F2, then show 204". `mayCorrect`: its
       * verb may as well put right what is open ("sim, e põe 4 velas"). `allows`: no answer but to that wish
       * ("go ahead and cancel 205").
       */
      readonly answers?: {
        readonly by: Confirmation
        readonly rest: string
        readonly mayCorrect?: true
        readonly allows?: true
      }
      /** What was told around it and asks for nothing, as the person wrote it: "it arrived broken, refund 10 of order 205". */
      readonly aside?: string
      /** What was told says when, or how many, and may narrow what is looked at: "incidents since yesterday". */
      readonly narrows?: true
    }
  /** Several commands that one sentence asks for equally well: only one of them is meant. At least two. */
  | { readonly kind: 'ambiguous'; readonly wishes: readonly Wish[] }
  /** The same command for more things than one message may ask for: none is taken up rather than some dropped. */
  | { readonly kind: 'too-many'; readonly most: number }
  /** A command that the person does not want ("don't cancel order 204"): nothing may run. */
  | {
      readonly kind: 'negated'
      readonly wish: Wish
      /** What else is not wanted: 205 of "don't cancel 204 and 205". */
      readonly others?: readonly Wish[]
      /** Something else is said behind it, which was not understood: "don't cancel that of Friday, cancel the one on Monday". */
      readonly more?: true
      /** It began with "no": what is open is not wanted either. */
      readonly refuses?: true
    }
  /** "if order 204 is shipped, cancel it": nothing is done, for nobody waits to see whether it comes so. */
  | { readonly kind: 'conditional' }
  /** "cancel order 204 tomorrow": nothing is done, for nobody waits until then. */
  | {
      readonly kind: 'later'
      /** The words of time behind the name of a thing, which may as well say which one is meant: "cancel Maria's order tomorrow". */
      readonly said?: string
      /**
       * What it asks for where that needs a time ("book Ana next week"), with those words for it: no delay, but a time to be asked for. Where
       * a day alone is needed, and was said ("extend it until Friday at 5"), it has the time behind it, and the day is asked for.
       */
      readonly asks?: Wish
    }
  | Confirmation
  /** "yes, cancel order 204": a yes where just that is open, one of `wishes` at least, and else what it is `otherwise`. */
  | {
      readonly kind: 'agreed'
      readonly wishes: readonly Wish[]
      readonly otherwise: Reading
      readonly doubt?: Doubt
    }
  /** `regrets`: where nothing is open, it may be said of what was done last ("that was the wrong one"). */
  | { readonly kind: 'no'; readonly regrets?: true }
  | Difference
  | ValueCorrection
  | FreeCorrection
  /** "0", or "cancel" alone: drops the newest open thing; `all`, what waits for its turn as well. `regrets`: as of a no ("I changed my mind"). */
  | { readonly kind: 'drop'; readonly all?: true; readonly regrets?: true }
  /** `shown`: what waits is to be seen once more, and nothing else is done again. */
  | { readonly kind: 'again'; readonly shown?: true }
  | { readonly kind: 'help' }
  | { readonly kind: 'menu' }
  | { readonly kind: 'back' }
  /** "good morning", and nothing else. */
  | { readonly kind: 'greeting' }
  /** `praise`: to what waits it may be meant as a yes ("perfect"), and to what is asked it is no answer. */
  | { readonly kind: 'thanks'; readonly praise?: true }
  | { readonly kind: 'farewell' }
  /** "who are you?", "are you a robot?" */
  | { readonly kind: 'introduction' }
  /** "can I talk to a person?" */
  | { readonly kind: 'human' }
  /** "is this safe?" */
  | { readonly kind: 'trust' }
  /** "delete my data", which nobody can ask for themselves. */
  | { readonly kind: 'erasure' }
  /** "I changed my number", which nobody can do for themselves. */
  | { readonly kind: 'renumbering' }
  /** "hold on", and nothing else. */
  | { readonly kind: 'wait' }
  /** "did it work?": how what was asked for last went. */
  | { readonly kind: 'worked' }
  /** "can it be undone later?": a question, which decides nothing. */
  | { readonly kind: 'reversible' }
  /** "both", to a list or a preview: one thing is done at a time. */
  | { readonly kind: 'both' }
  /**
   * "not 218", "el 218 no", "all but 218": of several things that are listed, open or wait for their turn, all but this one. `refuses`: where it
   * is none of them, what is open is not wanted as it is ("yes, but not 218").
   */
  | { readonly kind: 'leave-out'; readonly value: string; readonly refuses?: true }
  /**
   * The same by its place: "all but the second"; without `not` that one alone: "just the second". 1 is what is open. "The other one" of a
   * list of two.
   */
  | { readonly kind: 'of-several'; readonly place: number | 'last' | 'other'; readonly not?: true }
  /** "what about 205?": what was asked last, of something else. */
  | WhatAbout
  /** A number alone: the option that the person picks. */
  | { readonly kind: 'pick'; readonly n: number }
  /** "UNDO #K7Q2M"; `null` for "undo that": what is quoted, or what was done last. `of`: "cancellation" of "undo the cancellation". */
  | { readonly kind: 'undo'; readonly ref: string | null; readonly of?: string }
  /** "RETRY #K7Q2M"; `null` for "retry" alone: what is quoted, or what failed last. */
  | { readonly kind: 'retry'; readonly ref: string | null }
  /** "CANCEL #K7Q2M": drop a command that waits for the queue. */
  | { readonly kind: 'cancel-ref'; readonly ref: string }
  /**
   * The answer to the open question for a value; for a boolean, `true` or `false`. `said` are the words that a day, a time or
   * a sum was read from.
   */
  | {
      readonly kind: 'value'
      readonly text: string
      readonly said?: string
      /** The answer was "that one": something that was named before. */
      readonly refers?: true
      /** It was "no, 205": perhaps of something that was said before. */
      readonly corrects?: true
      /** The number of that thing, where the answer is a text, which may say so as well. */
      readonly thing?: string
      /** It was "no," and words that are no value: perhaps a name, perhaps the reason for the no. */
      readonly free?: true
      /** It is what else the last question may be asked about: "and tomorrow?". */
      readonly another?: WhatAbout
      /** Another value that was said with it: a day, the reason. */
      readonly beside?: Beside
      /** What all of it is where nothing is called so: "tomorrow at 10", where a customer was asked for. */
      readonly otherwise?: Beside
      /** What was told around it. */
      readonly aside?: string
      /** The free text is a sentence too: perhaps the one that the question came from, said again with all of it. */
      readonly asks?: Wish
    }
  /** Written like an explicit token but wrong: nothing is guessed, the person is told what to mend. */
  | {
      readonly kind: 'invalid-token'
      /** The explicit token that was recognised, if one was. */
      readonly command: string | null
      readonly problem: TokenProblem
      /** What the problem is about, as the person wrote it, 80 characters at most. */
      readonly detail: string
    }
  /** Nothing that can be asked for; `helpAbout` is "orders" of "help orders", as the person wrote it. */
  | {
      readonly kind: 'unknown'
      readonly helpAbout?: string
      /** The text is longer than what is read as a wish, which has so many characters at most. */
      readonly longest?: number
      /** What an option that may be called by its name would be called, without the words that people put around a value. */
      readonly name?: string
      /** What it asks for if a thing is called so: "cancel pedro alves", which does not say that an order is meant. The longest name first. */
      readonly called?: readonly Called[]
      /** The tokens of the commands whose words it begins with. */
      readonly near?: readonly string[]
      /** Of two things that it asks for the one that was understood: "cancel 204 and let Maria know". */
      readonly half?: Half
      /** It is about all of a kind: "cancel all orders". */
      readonly all?: true
      /** The paths of the commands of which it wants one more, where one of them was done last: "add another one". */
      readonly oneMoreOf?: readonly string[]
      /** The paths of the commands whose verb it denies: "don't add it". */
      readonly denies?: readonly string[]
      /** Whoever or whatever is called so is not wanted any more, where what is open is about that: "never mind Eva". */
      readonly leavesOut?: string
      /** Where a preview waits: it may not be wanted ("no only give him 20"), or not just so ("yes until thursday", "actually lucia"). */
      readonly against?: 'refused' | 'added'
      /** Where a preview waits: of several things, what is called so may be left out: "not João's". */
      readonly out?: LeftOut
    }

/** What else may be meant with a yes: where it would be enough, it is asked about. */
export type Doubt =
  /** Only that what was said last has been noted: "ok, thanks". */
  | 'notes'
  /** Another wish for what waits, or that it is not wanted: "change it", "ok already". */
  | 'differs'
  /** Another act than the one that waits, if these words are not its name: "book it". */
  | { readonly act: string }

/** What confirms a preview, if it is what that one asks for. */
export type Confirmation =
  /** `toAll`: it is said of what waits behind that as well ("yes to all"). */
  | { readonly kind: 'yes'; readonly doubt?: Doubt; readonly toAll?: true }
  /** "CONFIRM C9F2", or a bare "c9f2" while a token is awaited. Upper case, as tokens are made. */
  | { readonly kind: 'token'; readonly token: string }
  /** The exact words of the phrase that is awaited, spacing and case aside. */
  | { readonly kind: 'phrase' }

/** Of two things that are asked for at once, as they were written: the one that was understood, and the one that was not. */
export type Half = {
  readonly understood: string
  readonly missed: string
  /** The tokens of what was understood. */
  readonly commands: readonly string[]
}

/** "What about 205?": what was asked last, of something else. */
export type WhatAbout = {
  readonly kind: 'what-about'
  readonly value: string
  /** The kinds of thing whose id it is, and no part of a name: "what about patient 2?"; none where it stands alone. */
  readonly idOf?: readonly string[]
  /** "same for 205", "205 too": whatever was asked for last, also what changes something. */
  readonly same?: true
  /** "and 205", "205 too": of what is previewed, one more, and no question about it. */
  readonly more?: true
  /** It is written in small letters: perhaps a name, perhaps anything. */
  readonly free?: true
  /** What it is as a value of what only looks, by token: "what about yesterday?" is a day of SALES. */
  readonly asValue?: Readonly<Record<string, ValueOf>>
}

export type TokenProblem =
  | 'unknown-command'
  | 'unknown-parameter'
  | 'repeated-parameter'
  | 'unclosed-quote'
  | 'stray-text'

/**
 * What people may be called here. Names stand beside rights in previews and lists: two that look alike are one name, and what
 * cannot be seen, or reads as a phone number, is part of none.
 */

/** One line of 1 to 80 characters, all of which are seen, with a letter or digit among them. */
const seen = /^(?=.*[\p{L}\p{N}])[^\p{C}\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029]{1,80}$/u
/** As many digits as the shortest phone number, whatever is between them. */
const phoneShaped = /(?:\p{Nd}[^\p{L}\p{Nd}]*){7}/u
/** So many marks above or below one letter would cover the lines around it. */
const stacked = /[\p{Mn}\p{Me}]{4}/u
/** Alphabets that share the look of many letters. */
const lookAlike = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
/** What makes one picture of several characters: ❤️ has a selector of its colour, 👩‍🔧 a joiner. */
const joinedPictures =
  /(?<=\p{Extended_Pictographic})(?:\p{Emoji_Modifier}?\uFE0F?\u200D\p{Extended_Pictographic}|\uFE0F)/gu
/** What shows nothing, and WhatsApp's own marks with the look-alikes that are shown for them (`showValue()`). */
const unshown = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800*~`∗∼‵]/gu

/** Whether somebody may be called so: one line of 1 to 80 characters, none hidden and none covering others, no phone number, each word in one alphabet. */
export function isWellNamed(name: string): boolean {
  const plain = name.normalize('NFKC')
  return (
    seen.test(name.replaceAll(joinedPictures, '')) &&
    !phoneShaped.test(plain) &&
    !stacked.test(name.normalize('NFC')) &&
    plain.split(/[^\p{L}\p{M}]+/u).every(isOfOneAlphabet)
  )
}

function isOfOneAlphabet(word: string): boolean {
  return lookAlike.filter((script) => script.test(word)).length <= 1
}

/** A name as people take it in: without regard to case, accents, punctuation, blanks, and what is not shown. The same for the same name. */
export function nameAsSeen(name: string): string {
  return wordsOfName(name).replaceAll(' ', '')
}

/** The words of a name as people take them in, parted by blanks; letters that stand alone make one ("O w n e r"). */
export function wordsOfName(name: string): string {
  return (
    name
      .normalize('NFKD')
      // A blank of any kind, a line break too, is seen as one; it must not go with what is hidden.
      .replaceAll(/\s/gu, ' ')
      .replaceAll(unshown, '')
      // Accents are of no script of their own.
      .replaceAll(/\p{Script=Inherited}/gu, '')
      .toLowerCase()
      .replaceAll(/[\s\p{P}\p{S}]+/gu, ' ')
      .trim()
      .replaceAll(/(?<=(?:^| )\p{L}) (?=\p{L}(?: |$))/gu, '')
  )
}

import { digestOf } from '../../envelope/digest.ts'
import { jsonText, type Json } from '../../json.ts'

/** Longer values are cut, so that no value can push the bot's own words off the screen. */
const maxShownLength = 80
/** Free text is there to be read, and confirmed: as much of it is shown where nothing else is said in that place. */
const maxTextLength = 500
/** What must not be mistaken for another is shown at this length. */
const maxExactLength = 200
const digestLength = 6
/** More marks than this above or below one letter would cover the lines around it; no script needs so many. */
const maxMarks = 3
const stackedMark = '[\\p{Mn}\\p{Me}]'
const tooManyMarks = new RegExp(`(?<=(?<!${stackedMark})${stackedMark}{${maxMarks}})${stackedMark}+`, 'gu')
/** Where they would begin or end italics. */
const formattingUnderscores = /(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu

/**
 * Invariant 7: a value in a reply is one line, at most 80 characters, without control, direction or formatting marks, so that it
 * cannot dress up as the bot's own words. What can be seen of it stays, or 2*10 would be confirmed as 210: for a formatting mark
 * stands one that looks like it.
 */
export function showValue(value: Json): string {
  return onOneLine(value, maxShownLength)
}

/** The same with what stands behind it, a reference, which is not cut off. */
export function showBefore(value: Json, end: string): string {
  return `${onOneLine(value, maxShownLength - end.length)}${end}`
}

/** The same for free text that a preview or a record shows: at most 500 characters. */
export function showText(value: Json): string {
  return onOneLine(value, maxTextLength)
}

/**
 * The same for what decides which thing is meant, such as a file or an id: two that differ look different. What is left out
 * elsewhere is shown as a mark of its own, and of what is too long the middle is left out, with a digest of all.
 */
export function showExact(value: Json): string {
  const text = jsonText(value).normalize('NFC')
  const visible = withoutFormatting(
    text
      .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '\uFFFD')
      .replace(tooManyMarks, (marks) => '\uFFFD'.repeat(Array.from(marks).length))
      .replace(/^\s+|\s+$|\s{2,}|[^\S ]/gu, (blanks) => visibleBlank.repeat(blanks.length)),
  )
  const characters = Array.from(visible)
  if (characters.length <= maxExactLength) return visible
  const [head, tail] = [characters.slice(0, maxExactLength / 2), characters.slice(-maxExactLength / 4)] as const
  return `${head.join('')}…${tail.join('')} (${digestOf(text).slice(0, digestLength)})`
}

const visibleBlank = '␣'
const wideUnderscore = '＿'
const lookAlikes: Readonly<Record<string, string>> = { '*': '∗', '~': '∼', '`': '‵' }

/** With look-alikes for WhatsApp's own marks. */
function withoutFormatting(text: string): string {
  return text
    .replace(/[*~`]/gu, (mark) => lookAlikes[mark] ?? '\uFFFD')
    .replace(formattingUnderscores, (marks) => wideUnderscore.repeat(marks.length))
}

function onOneLine(value: Json, most: number): string {
  const text = jsonText(value)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    // Control, format, private, unassigned and half characters, and those that show nothing.
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    // What was taken away may have stood between a letter and its accent.
    .normalize('NFC')
    .replace(tooManyMarks, '')
  // The cut may have made a place where an underscore would end italics.
  return withoutFormatting(cut(foldSpaces(text), most))
}

function cut(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}

function foldSpaces(text: string): string {
  return text.replace(/ +/gu, ' ').trim()
}

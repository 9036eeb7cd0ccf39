import { expandTemplate } from '../../understanding/sentences/expand-template.ts'
import { parseTemplate } from '../../understanding/sentences/parse-template.ts'
import { templateError } from '../../understanding/sentences/template-error.ts'

/** An entry that says more is more than one idea; all of them are compared with what people write. */
const maxPhrases = 300

/** What in an entry is more than itself. */
const marks = /[\\[\](){}<>|;]/gu

/** Stands in a phrase for what each kind of thing is called. */
export const thingSlot = '{thing}'

/**
 * The phrases that an entry of `words` or `skipWords` stands for, in order and each once: the entry itself, or all that it says as a
 * template, `[i want to] (talk|speak) to a person`. `{thing}` stays.
 * @throws UserError `catalogue_invalid` for a template that is broken, says nothing or says too much
 */
export function phrasesOf(entry: string): readonly string[] {
  if (entry.search(marks) < 0) return [entry]
  const refuse = (column: number, problem: string) => templateError(entry, column, problem)
  const texts = expandTemplate(
    parseTemplate(entry).root,
    (name, column) => {
      throw refuse(column, `<${name}> stands in sentences alone; write out what it says`)
    },
    {
      list: ({ list, slot, capture, column }) => {
        if (list === 'thing' && slot === 'thing' && !capture) return [thingSlot]
        throw refuse(column, `there is no {${list}} here, but ${thingSlot}: what things are called`)
      },
      maxTexts: maxPhrases,
    },
  )
  if (texts === null) throw refuse(1, `it says more than ${maxPhrases} phrases; make several entries of it`)
  const phrases = new Set(texts.map((text) => text.trim()))
  if (phrases.has('')) throw refuse(1, 'all of it may be left out')
  return [...phrases]
}

/** The entry that says a text as it stands, though it may hold what means something in a template: `\< 1 kg`. */
export function literalEntry(text: string): string {
  return text.replaceAll(marks, String.raw`\$&`)
}

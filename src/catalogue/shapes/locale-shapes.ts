/** What the files of locales/ may hold. `description` completes "must be …" in the problems that people read. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closed, text, texts } from './shape-parts.ts'

const words = Type.Array(
  Type.String({
    pattern: '^[^\\p{Lu}\\s](?:[^\\p{Lu}]*[^\\p{Lu}\\s])?$',
    description: 'a word or phrase in lower case',
  }),
  { minItems: 1 },
)

/** What values of choices are called, as it is shown: "UPI". Lists of Sayso's own are in lower case all the same (`checkLocale`). */
const anyWords = Type.Array(Type.String({ pattern: '^\\S(?:.*\\S)?$', description: 'a word or phrase' }), {
  minItems: 1,
})

/** `locales/<language>/messages.yaml` */
export const messagesFileShape = Type.Object(
  {
    region: text,
    words: Type.Object(
      {
        yes: words,
        no: words,
        drop: words,
        again: words,
        help: words,
        menu: words,
        back: words,
        confirm: words,
        undo: words,
        cancel: words,
        negation: words,
        and: words,
      },
      { additionalProperties: anyWords },
    ),
    skipWords: texts,
    abbreviations: Type.Optional(Type.Record(Type.String({ pattern: '^\\p{L}+(/\\p{L}?)?$' }), text)),
    rules: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]*$' }), text, closed),
    messages: Type.Record(Type.String(), text),
  },
  closed,
)

export type MessagesFileShape = Static<typeof messagesFileShape>

/** One of `commands` in a locale. */
export const commandTextsShape = Type.Object(
  {
    title: text,
    summary: text,
    effect: Type.Optional(text),
    done: text,
    row: Type.Optional(text),
    phrase: Type.Optional(text),
    unmet: Type.Optional(text),
    instead: Type.Optional(text),
    steps: Type.Optional(Type.Record(Type.String(), text)),
    labels: Type.Optional(Type.Record(Type.String(), text)),
    questions: Type.Optional(Type.Record(Type.String(), text)),
    sentences: Type.Array(text, { minItems: 1 }),
    examples: Type.Optional(texts),
  },
  closed,
)

/** What a command says and understands in one language, as written. */
export type CommandTextsShape = Static<typeof commandTextsShape>

/** `locales/<language>/commands.yaml` */
export const commandTextsFileShape = Type.Object(
  {
    menus: Type.Record(Type.String(), text),
    commands: Type.Record(Type.String(), commandTextsShape),
    entities: Type.Record(
      Type.String(),
      Type.Object({ title: text, label: Type.String(), named: Type.Optional(text), missing: text }, closed),
    ),
  },
  closed,
)

export type CommandTextsFileShape = Static<typeof commandTextsFileShape>

import type { Catalogue, Command, CommandTexts, Locale, Parameter } from '../../catalogue/catalogue.ts'
import { createUnderstanding, type Understanding } from '../../understanding/create-understanding.ts'
import type { Expectation } from '../../understanding/expectation.ts'
import type { Reading } from '../../understanding/reading.ts'
import type { When } from '../../understanding/values/when.ts'

const orderId: Parameter = {
  name: 'id',
  kind: 'entity-ref',
  required: true,
  type: 'id',
  schema: { type: 'string', pattern: '^[0-9]{1,10}$' },
  entity: 'order',
}
const status: Parameter = {
  name: 'status',
  kind: 'scalar',
  required: false,
  type: 'choice',
  schema: { type: 'string', enum: ['paid', 'shipped', 'cancelled', 'on_hold'] },
  entity: null,
}
const amount: Parameter = {
  name: 'amount',
  kind: 'scalar',
  required: true,
  type: 'decimal',
  schema: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.01 },
  entity: null,
}

type Sketch = Pick<Command, 'path' | 'safety' | 'parameters'> & { readonly sentences: readonly string[] }

const sketches: Readonly<Record<string, Sketch>> = {
  ORDER_STATUS: {
    path: 'orders.status',
    safety: 'read',
    parameters: [orderId],
    sentences: [
      "[what['s| is]] [the] status of <order> {id}",
      '<order> {id} [status]',
      "[what['s| is]] [the] status of {id:name}['s] <order>",
      '(show|check) <order> {id}',
    ],
  },
  LIST_ORDERS: {
    path: 'orders.list',
    safety: 'read',
    parameters: [status],
    sentences: ['(list|show) [me] [all] [the] [{status}] orders'],
  },
  REINSTATE_ORDER: {
    path: 'orders.reinstate',
    safety: 'mutation',
    parameters: [orderId],
    sentences: ['reinstate <order> {id}', 'reinstate [an] order'],
  },
  ADD_NOTE: {
    path: 'orders.note',
    safety: 'mutation',
    parameters: [orderId, text('text', true)],
    sentences: [
      'add [a] note to <order> {id} (saying|that says) {text}',
      '[add] [a] note (on|to) <order> {id}[:] {text}',
      'add {text} as [a] note to <order> {id}',
      'add a note [to <order> {id}]',
    ],
  },
  CANCEL_ORDER: {
    path: 'orders.cancel',
    safety: 'destructive',
    parameters: [orderId, text('reason', false)],
    sentences: [
      'cancel <order> {id}',
      'cancel <order> {id} because {reason}',
      "cancel {id:name}['s] <order>",
      'cancel [the] order (of|from) {id:name}',
      'cancel [an|the] order',
    ],
  },
  REFUND_ORDER: {
    path: 'orders.refund',
    safety: 'destructive',
    parameters: [orderId, amount],
    sentences: [
      'refund {amount} (for|on|of) <order> {id}',
      'refund <order> {id} (for|with|by) {amount}',
      'refund <order> {id}',
      'refund [an] order',
    ],
  },
}

/** The words of the fixture's English. */
export const fixtureWords = {
  yes: ['yes', 'y', 'ok', 'sure', 'go ahead', 'do it', 'yep', '👍'],
  no: ['no', 'nope', 'nah'],
  drop: ['cancel', 'stop', 'never mind', 'drop it'],
  again: ['again', 'once more'],
  help: ['help'],
  how_to: ['how do i'],
  menu: ['menu'],
  greeting: ['hi', 'hi there', 'hello', 'good morning', '👋'],
  thanks: ['thanks', 'thank you', 'thank you so much', '🙏'],
  farewell: ['bye'],
  erasure: ['delete my data'],
  what_about: ['what about', 'and'],
  same_for: ['same for', 'the same with'],
  whose: ['of', 'from'],
  back: ['back', 'go back'],
  confirm: ['confirm'],
  undo: ['undo'],
  everything: ['everything', 'no one'],
  that_thing: ['it', 'that'],
  cancel: ['cancel'],
  negation: ["don't", 'do not', 'never', "please don't", "i don't want to"],
  and: ['and', 'then', 'and then'],
  correcting: ['sorry', 'wait', 'i meant', 'instead'],
  filler: ['number', "it's", 'it is', 'the', 'is', 'my', 'a', 'an', 'i meant', 'make it', 'option'],
  article: ['the', 'no.'],
  currency: ['dollars', 'dollar', 'reais'],
  on_hold: ['waiting'],
} as const

/** The skip words of the fixture's English. */
export const fixtureSkipWords = [
  'please',
  'hi',
  'hello',
  'could you',
  'i want to',
  "i'd like to",
  'thanks',
  'thank you',
] as const

/** A small catalogue with the orders commands and their English sentences, for tests of understanding. */
export function createUnderstandingFixture(changes: Partial<Locale> = {}): Catalogue {
  const commands = new Map(Object.entries(sketches).map(([token, sketch]) => [token, commandOf(token, sketch)]))
  const texts = Object.fromEntries(Object.values(sketches).map(({ path, sentences }) => [path, textsOf(sentences)]))
  const english: Locale = {
    language: 'en',
    region: 'en-US',
    messages: {},
    words: fixtureWords,
    commands: texts,
    menus: {},
    entities: { order: { title: 'order', label: '{customer}', missing: '' } },
    rules: { order: '[the|my] order[s] [number]' },
    skipWords: fixtureSkipWords,
    ...changes,
  }
  return {
    version: '0'.repeat(64),
    language: 'en',
    commands,
    entities: new Map(),
    roles: new Map(),
    locales: new Map([['en', english]]),
  }
}

/** Reads English text with the fixture's catalogue. */
export function createFixtureReader(): (text: string, expectation?: Expectation) => Reading {
  const read = createReader(createUnderstandingFixture())
  return (said, expectation = { kind: 'nothing' }) => read(said, expectation, 'en')
}

/** Wednesday, 4 March 2026, 12:00 in São Paulo. */
export const testTime: When = { now: new Date('2026-03-04T15:00:00Z'), timeZone: 'America/Sao_Paulo' }

/** Reads texts with a catalogue, all of them said at `testTime`. */
export function createReader(
  catalogue: Catalogue,
): (said: string, expectation: Expectation, language: string) => Reading {
  const understanding = understandingOf(catalogue)
  return (said, expectation, language) => understanding.read(said, expectation, language, testTime)
}

const understandings = new WeakMap<Catalogue, Understanding>()

/** Compiled once a catalogue: many tests, and every run of a property, ask for the same one. */
export function understandingOf(catalogue: Catalogue): Understanding {
  const understanding = understandings.get(catalogue) ?? createUnderstanding({ catalogue })
  understandings.set(catalogue, understanding)
  return understanding
}

function text(name: string, required: boolean): Parameter {
  return { name, kind: 'scalar', required, type: 'text', schema: { type: 'string', maxLength: 200 }, entity: null }
}

function commandOf(token: string, { path, safety, parameters }: Sketch): Command {
  const confirm = { read: 'none', mutation: 'yes', destructive: 'token' } as const
  return {
    token,
    path,
    intent: { entity: 'Order', action: path, target: parameters.includes(orderId) ? 'id' : null },
    safety,
    confirm: confirm[safety],
    scope: path,
    whilePaused: false,
    onlyPrivate: false,
    undo: null,
    facts: [],
    succeedsIf: null,
    windowMs: 600_000,
    contract: {},
    parameters,
    chain: [],
  }
}

function textsOf(sentences: readonly string[]): CommandTexts {
  return { title: '', summary: '', effect: '', done: '', labels: {}, questions: {}, sentences }
}

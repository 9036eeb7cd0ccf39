import { describe, expect, test } from 'vitest'
import { createFixtureReader } from '../testing/conversation/understanding-fixture.ts'
import type { Expectation } from './expectation.ts'
import type { Reading } from './reading.ts'
import type { WantedValue } from './values/wanted-value.ts'

const read = createFixtureReader()
const nothing: Expectation = { kind: 'nothing' }
const choice: Expectation = { kind: 'choice', count: 3 }
const value = (type: Extract<Expectation, { kind: 'value' }>['type']): Expectation => ({ kind: 'value', type })
const awaiting = (method: 'yes' | 'phrase' | 'token', phrase: string | null = null): Expectation => ({
  kind: 'confirmation',
  method,
  phrase,
})
/** A token is awaited for a preview that shows values of these kinds. */
const awaitingToken = (...types: readonly WantedValue['type'][]): Expectation => ({
  kind: 'confirmation',
  method: 'token',
  phrase: null,
  values: types.map((type) => ({ type })),
})

const cancel205 = { kind: 'wishes', wishes: [{ command: 'CANCEL_ORDER', args: { id: '205' }, source: 'sentence' }] }

describe('control words', () => {
  test.each([
    ['Yes!', { kind: 'yes' }],
    ['yes please', { kind: 'yes' }],
    ['OK, go ahead 👍', { kind: 'yes' }],
    ['👍', { kind: 'yes' }],
    ['no', { kind: 'no' }],
    ['No, thanks.', { kind: 'no' }],
    ['no, never mind', { kind: 'no' }],
    ["no, don't", { kind: 'no' }],
    ['cancel', { kind: 'drop' }],
    ['Never mind…', { kind: 'drop' }],
    ['sorry, never mind', { kind: 'drop' }],
    ['wait, cancel', { kind: 'drop' }],
    ['0', { kind: 'drop' }],
    ['zero', { kind: 'drop' }],
    ['again', { kind: 'again' }],
    ['help', { kind: 'help' }],
    ['?', { kind: 'help' }],
    ['*MENU*', { kind: 'menu' }],
    ['go back please', { kind: 'back' }],
    ['2', { kind: 'pick', n: 2 }],
    ['2️⃣', { kind: 'pick', n: 2 }],
    ['two', { kind: 'pick', n: 2 }],
  ] satisfies [string, Reading][])('%j', (text, reading) => {
    expect(read(text)).toEqual(reading)
  })

  test.each([
    'again cancel order 204',
    'order 204 undo',
    'help me cancel',
    'yes 205',
    'yes but no',
    'not yes',
    'oks',
    'the menu is nice',
  ])('%j holds none: they never hide in a longer text', (text) => {
    expect(['unknown', 'wishes']).toContain(read(text).kind)
  })

  test('a name and a phone number are what an option is called, where options have names', () => {
    const called: Expectation = { kind: 'choice', count: 3, values: [{ type: 'phone' }] }
    expect(read("it's Vero", called)).toEqual({ kind: 'unknown', name: 'Vero' })
    expect(read('+54 9 11 5000-0003', called)).toEqual({ kind: 'value', text: '+5491150000003' })
    expect(read('2', called)).toEqual({ kind: 'pick', n: 2 })
    expect(read("it's Vero", choice)).toEqual({ kind: 'unknown' })
  })

  test('a number with words around it is a pick only where a choice is open', () => {
    expect(read('option 2', choice)).toEqual({ kind: 'pick', n: 2 })
    expect(read('the second one', choice)).toEqual({ kind: 'pick', n: 2 })
    expect(read('2nd', choice)).toEqual({ kind: 'pick', n: 2 })
    expect(read('the second one')).toEqual({ kind: 'unknown' })
    expect(read('option 2')).toEqual({ kind: 'unknown' })
  })

  test('a number with an article alone is a pick where nothing is open that it could correct', () => {
    expect(read('the 215')).toEqual({ kind: 'pick', n: 215 })
    expect(read('the order that is 215')).toEqual({ kind: 'unknown' })
    expect(read('no 215')).toEqual({ kind: 'correction', correction: '215' })
    expect(read('the 215', awaitingToken('id'))).toEqual({ kind: 'correction', correction: '215', as: 'id' })
    expect(read('the 215', awaitingToken())).toMatchObject({ kind: 'unknown' })
  })

  test('data is not erased at the word of whom it is about', () => {
    expect(read('please delete my data')).toEqual({ kind: 'erasure' })
    expect(read('delete my file')).toEqual({ kind: 'unknown' })
  })
})

describe('corrections', () => {
  test.each([
    'no, 205',
    'no 205',
    'No. 205!',
    'no, I meant 205',
    'no, I meant order two hundred and five',
    "no, it's #205",
  ])('%j corrects to 205', (text) => {
    expect(read(text, awaiting('token'))).toEqual({ kind: 'correction', correction: '205' })
  })

  test('is a code without a pause, and a number with an article may be a count, but no sum', () => {
    expect(read('no b2-1', awaitingToken('text'))).toMatchObject({ kind: 'free-correction', correction: 'b2-1' })
    expect(read('no way', awaitingToken('text'))).not.toMatchObject({ kind: 'free-correction' })
    const ofRoom = { kind: 'correction', correction: '4', as: 'id', or: [{ correction: '4', as: 'integer' }] }
    expect(read('no, the 4', awaitingToken('id', 'integer'))).toMatchObject(ofRoom)
    expect(read('no, the order 4', awaitingToken('id', 'integer'))).not.toHaveProperty('or')
    expect(read('no, the 4', awaitingToken('id', 'money'))).not.toHaveProperty('or')
  })

  test('after a pause a name is a correction too', () => {
    expect(read("no, Maria's order", awaiting('token'))).toMatchObject({ kind: 'free-correction', correction: 'Maria' })
  })

  test('what is struck through agrees to nothing', () => {
    expect(read('~yes~', awaiting('yes'))).toEqual({ kind: 'unknown' })
    expect(read('yes', awaiting('yes'))).toEqual({ kind: 'yes' })
  })

  test('a value that is wanted is one, though it could be asked about', () => {
    const awaited = awaitingToken('id')
    expect(read('no, order 205', awaited)).toEqual({ kind: 'correction', correction: '205', as: 'id', alone: true })
    expect(read('no, order 205')).toMatchObject({ wishes: [{ command: 'ORDER_STATUS' }] })
    expect(read('no, cancel order 205', awaited)).toMatchObject(cancel205)
  })

  test('is of each kind that it reads as', () => {
    const awaited = awaitingToken('id', 'decimal')
    const sum = { correction: '15', as: 'decimal' }
    expect(read('no, 15', awaited)).toEqual({ kind: 'correction', correction: '15', as: 'id', or: [sum], alone: true })
    expect(read('no, 15 dollars', awaited)).toEqual({ kind: 'correction', ...sum, said: '15 dollars', alone: true })
  })

  test.each([
    'no, do not cancel',
    "no, don't cancel the order",
    'no, drop it for now',
    'no, never',
    'No. Nope, not her',
  ])('%j only refuses', (text) => {
    for (const awaited of [awaiting('token'), awaiting('yes'), value('id')]) {
      expect(['no', 'negated']).toContain(read(text, awaited).kind)
      expect(read(text, awaited)).not.toHaveProperty('correction', expect.any(String))
    }
  })

  test.each([
    'sorry, I meant 205',
    "it's 205",
    'make it 205',
    '205 instead',
    'wait, order 205',
    'wait, sorry, 205, please',
  ])('%j corrects without a no, where something is open', (text) => {
    expect(read(text, awaitingToken('id'))).toEqual({ kind: 'correction', correction: '205', as: 'id' })
    expect(read(text, awaiting('token'))).not.toHaveProperty('correction')
  })

  test.each(['205', 'show order 205', 'wait', 'sorry', '205 maybe', 'sorry, 205 and 206', 'confirm 205'])(
    '%j corrects nothing',
    (text) => {
      expect(read(text, awaitingToken('id')).kind).not.toBe('no')
    },
  )

  test('is not what the value of a token says', () => {
    expect(read('ADD_NOTE id=204 text="wait"', awaitingToken('id'))).not.toHaveProperty('instead')
  })

  test('a command after a word of dropping or correcting is that command', () => {
    for (const text of ['never mind, cancel order 205', 'wait, cancel order 205', 'sorry, cancel order 205 instead']) {
      for (const awaited of [nothing, awaitingToken('id'), value('id')])
        expect(read(text, awaited)).toMatchObject(cancel205)
    }
  })

  test('a refusal of a command after "no," refuses what is open as well', () => {
    expect(read("no, don't cancel order 205", awaiting('token'))).toMatchObject({ kind: 'negated', refuses: true })
    expect(read("don't cancel order 205", awaiting('token'))).not.toHaveProperty('refuses')
  })

  test('without a pause only a number is', () => {
    expect(read('no way')).toEqual({ kind: 'unknown' })
  })

  test('a command after the pause is that command; without the pause it is not wanted', () => {
    expect(read('no, cancel order 205')).toMatchObject(cancel205)
    expect(read('no cancel order 205').kind).toBe('negated')
  })

  test('a confirmation or another control word is no correction', () => {
    expect(read('no, CONFIRM C9F2', awaiting('token'))).toMatchObject({ kind: 'unknown' })
    expect(read('no, help')).toEqual({ kind: 'unknown' })
  })
})

describe('courtesies', () => {
  test.each(['Hello!', 'hi there', 'good morning, please', '👋', 'Hi, thanks'])('%j greets', (text) => {
    for (const expectation of [nothing, choice, value('id'), awaiting('yes'), awaiting('token')]) {
      expect(read(text, expectation)).toEqual({ kind: 'greeting' })
    }
  })

  test.each(['Thanks!', 'thank you so much', '🙏'])('%j thanks, and agrees to nothing', (text) => {
    for (const expectation of [nothing, awaiting('yes'), awaiting('phrase', 'cancel order 204')]) {
      expect(read(text, expectation)).toEqual({ kind: 'thanks' })
    }
  })

  test('one may be drawn out, and with anything else beside it is that', () => {
    expect(read('helloooo')).toEqual({ kind: 'greeting' })
    expect(read('hello, cancel order 205')).toMatchObject(cancel205)
    expect(read('ok thanks', awaiting('yes'))).toEqual({ kind: 'yes' })
    expect(read('ok thanks')).toEqual({ kind: 'thanks' })
    expect(read('no thanks', awaiting('yes'))).toEqual({ kind: 'no' })
    expect(read('hi, the weather is nice')).toEqual({ kind: 'unknown' })
  })

  test('one is itself where a text is awaited, but for a greeting that asks', () => {
    expect(read('thanks', value('text'))).toEqual({ kind: 'value', text: 'thanks' })
    expect(read('hello', value('text'))).toEqual({ kind: 'value', text: 'hello' })
    expect(read('hello?', value('text'))).toEqual({ kind: 'greeting' })
  })
})

describe('what else', () => {
  test('a number or a name after "what about" is what the last question is asked of', () => {
    expect(read('and what about the order 205?')).toEqual({ kind: 'unknown' })
    expect(read('what about 205?')).toEqual({ kind: 'what-about', value: '205' })
    expect(read('And order #205?')).toEqual({ kind: 'what-about', value: '205' })
    expect(read('what about Maria Souza')).toEqual({ kind: 'what-about', value: 'Maria Souza' })
  })

  test("in small letters it is perhaps somebody's, where it is a question, with its mark or without", () => {
    expect(read('what about maria')).toEqual({ kind: 'what-about', value: 'maria', free: true })
    expect(read('and maria')).not.toMatchObject({ kind: 'what-about' })
    expect(read("what about maria's?")).toEqual({ kind: 'what-about', value: 'maria', free: true })
    expect(read('and now?')).toEqual({ kind: 'what-about', value: 'now', free: true })
  })

  test.each(['what about', 'and the weather', 'and then cancel order 205'])('%j asks of nothing', (text) => {
    expect(read(text).kind).not.toBe('what-about')
  })

  test('help is asked about something while a value is awaited, too', () => {
    expect(read('help orders', value('id'))).toEqual({ kind: 'unknown', helpAbout: 'orders' })
  })

  test('whoever wants to know how something is done is told of the command that does it', () => {
    expect(read('how do I cancel order 204?')).toMatchObject({ helpAbout: 'cancel order 204', near: ['CANCEL_ORDER'] })
    expect(read('how do I bake a cake?')).toEqual({ kind: 'unknown', helpAbout: 'bake a cake' })
  })
})

describe('several by their numbers', () => {
  test.each([
    'cancel order 205, 206 and 207',
    'cancel order 205, order 206, order 207',
    'please cancel the order 205 and 206 and 207!',
    'cancel order #205, #206, and #207',
  ])('%j is a wish for each', (text) => {
    const wishes = ['205', '206', '207'].map((id) => ({ command: 'CANCEL_ORDER', args: { id }, source: 'sentence' }))
    expect(read(text)).toEqual({ kind: 'wishes', wishes })
  })

  test('what else was said counts for each', () => {
    expect(read('refund 10 on order 205 and 206')).toMatchObject({
      wishes: [{ args: { id: '205', amount: '10' } }, { args: { id: '206', amount: '10' } }],
    })
  })

  test('none of more than five is taken up', () => {
    expect(read('cancel order 1, 2, 3, 4, 5 and 6')).toEqual({ kind: 'too-many', most: 5 })
  })

  test('not where the numbers are no ids', () => {
    expect(read('add a note to order 204: call 205 and 206')).toMatchObject({
      wishes: [{ args: { text: 'call 205 and 206' } }],
    })
    expect(read('refund 10 and 20 on order 205').kind).toBe('unknown')
  })

  test('none is cancelled where that is not wanted', () => {
    expect(read("don't cancel order 205 and 206").kind).toBe('negated')
  })
})

describe('tokens, phrases and references', () => {
  test.each(['CONFIRM C9F2', 'confirm  c9f2.', '*CONFIRM C9F2*', 'Confirm: c9f2', 'confirm\nC9F2 👍'])(
    '%j is the token C9F2',
    (text) => {
      for (const expectation of [nothing, choice, value('text'), value('id'), awaiting('yes'), awaiting('token')]) {
        expect(read(text, expectation)).toEqual({ kind: 'token', token: 'C9F2' })
      }
    },
  )

  test('a code that no token can be still is one that was tried', () => {
    expect(read('CONFIRM AAAA')).toEqual({ kind: 'token', token: 'AAAA' })
    expect(read('confirm c9f0')).toEqual({ kind: 'token', token: 'C9F0' })
  })

  test.each(['1111', '204'])('so is a number after the word, but only while a token is awaited: %s', (number) => {
    expect(read(`confirm ${number}`, awaiting('token'))).toEqual({ kind: 'token', token: number })
    expect(read(`confirm ${number}`).kind).toBe('unknown')
    expect(read(`confirm ${number}`, awaiting('yes')).kind).toBe('unknown')
  })

  test.each(['confirm C 9 F 2', 'Confirm c-9-f-2.', 'c 9 f 2', 'yes, C 9 F 2', 'CONFIRM C 9 F 2 please'])(
    'spelled out, as it is dictated to a keyboard, it is the same where it is awaited: %j',
    (text) => {
      expect(read(text, awaiting('token'))).toEqual({ kind: 'token', token: 'C9F2' })
      expect(read(text, awaiting('yes'))).not.toMatchObject({ kind: 'token' })
    },
  )

  test.each([
    'confirm C9 F2',
    'confirm C 9 F',
    'confirm 1 2 3 4',
    'confirm a b c d',
    'confirm the 2',
    'C 9 F 2 5 6 7 8 9',
  ])('%j spells no code', (text) => {
    expect(read(text, awaiting('token'))).not.toMatchObject({ kind: 'token' })
  })

  test.each(['CONFIRM C9F2 please', 'confirm c9f2, thank you!'])('politeness after it is no part of it: %j', (text) => {
    expect(read(text)).toEqual({ kind: 'token', token: 'C9F2' })
  })

  test.each(['please confirm C9F2', 'yes, confirm C9F2'])(
    'nor is what stands before it, where one is awaited: %j',
    (text) => {
      expect(read(text, awaiting('token'))).toEqual({ kind: 'token', token: 'C9F2' })
    },
  )

  test.each(["don't confirm C9F2", 'no, confirm C9F2', 'should I confirm C9F2?', 'hmm confirm C9F2'])(
    'but anything else is: %j',
    (text) => {
      expect(read(text, awaiting('token'))).not.toMatchObject({ kind: 'token' })
    },
  )

  test.each(['confirm that', 'confirm', 'confirm C9F2 now', 'please confirm C9F2 or not', 'CONFIRM C9F2C9F2C'])(
    '%j is no token',
    (text) => {
      expect(read(text, awaiting('token'))).toEqual({ kind: 'unknown' })
    },
  )

  test('a bare token counts only while one is awaited', () => {
    expect(read('c9f2', awaiting('token'))).toEqual({ kind: 'token', token: 'C9F2' })
    expect(read('c9f2', awaiting('yes'))).toEqual({ kind: 'unknown' })
    expect(read('c9f2')).toEqual({ kind: 'unknown' })
    expect(read('next', awaiting('token'))).toEqual({ kind: 'unknown' })
    expect(read('2222', awaiting('token'))).toEqual({ kind: 'pick', n: 2222 })
  })

  test('the awaited phrase may differ in case, punctuation and spacing alone', () => {
    const expectation = awaiting('phrase', 'Cancel order 204')
    expect(read(' cancel  ORDER, 204! ', expectation)).toEqual({ kind: 'phrase' })
    for (const text of ['cancel the order 204', 'cancel order 2O4', 'please cancel order 204', 'cáncel order 204']) {
      expect(read(text, expectation).kind).not.toBe('phrase')
    }
    expect(read('Cancel order 204', awaiting('token', 'Cancel order 204')).kind).toBe('wishes')
    expect(read('!', awaiting('phrase', '?')).kind).toBe('unknown')
  })

  test('references of what was done and what waits', () => {
    expect(read('UNDO #K7Q2M')).toEqual({ kind: 'undo', ref: 'K7Q2M' })
    expect(read('undo k7q2m')).toEqual({ kind: 'undo', ref: 'K7Q2M' })
    expect(read('CANCEL #K7Q2M')).toEqual({ kind: 'cancel-ref', ref: 'K7Q2M' })
    expect(read('undo that')).toEqual({ kind: 'undo', ref: null })
    expect(read('undo the order').kind).toBe('unknown')
    expect(read('cancel k7q2m').kind).toBe('unknown')
  })
})

describe('the answer to an open question', () => {
  test.each([
    'no milk please',
    'no, call her first',
    'wrong order',
    'CANCEL the whole thing!',
    'call me, {{now}}',
    'do not cancel',
    'new_idea for later',
    'x'.repeat(9_000),
  ])('free text is %j, verbatim', (text) => {
    expect(read(text, value('text'))).toEqual({ kind: 'value', text })
  })

  test('free text that is a sentence too is the text all the same', () => {
    expect(read('Cancel order 204!', value('text'))).toEqual({
      kind: 'value',
      text: 'Cancel order 204!',
      asks: { command: 'CANCEL_ORDER', args: { id: '204' }, source: 'sentence' },
    })
    expect(read('cancel order 204 and cancel order 205', value('text'))).not.toHaveProperty('asks')
  })

  test('free text leaves the ways out open', () => {
    expect(read('0', value('text'))).toEqual({ kind: 'drop' })
    expect(read('cancel', value('text'))).toEqual({ kind: 'drop' })
    expect(read('help', value('text'))).toEqual({ kind: 'help' })
    expect(read('menu', value('text'))).toEqual({ kind: 'menu' })
    expect(read('back', value('text'))).toEqual({ kind: 'back' })
    expect(read('UNDO #K7Q2M', value('text'))).toEqual({ kind: 'undo', ref: 'K7Q2M' })
    expect(read('ORDER_STATUS id=204', value('text'))).toMatchObject({
      wishes: [{ command: 'ORDER_STATUS', args: { id: '204' } }],
    })
    expect(read('ORDER_STATUS nr=204', value('text')).kind).toBe('invalid-token')
  })

  test.each(['204', '#204', 'order 204', "it's order number 204, please", 'two hundred and four'])(
    'an id in %j',
    (text) => {
      expect(read(text, value('id'))).toEqual({ kind: 'value', text: '204' })
    },
  )

  test('after a "no," it may correct what was said before', () => {
    expect(read('no, 204', value('id'))).toEqual({ kind: 'value', text: '204', corrects: true })
    expect(read('no, 20', value('decimal'))).toMatchObject({ kind: 'value', corrects: true })
    expect(read('make it 20', value('decimal'))).not.toHaveProperty('corrects')
  })

  test('an id may be what people call it, and zero is a number', () => {
    expect(read("it's Pedro's order", value('id'))).toEqual({ kind: 'value', text: 'Pedro' })
    expect(read('0', value('id'))).toEqual({ kind: 'value', text: '0' })
    expect(read('0', value('choice'))).toEqual({ kind: 'drop' })
  })

  test.each(['$10.50', 'R$ 10,50', '10.50 dollars', '10.50€', 'EUR 10.50'])(
    'an amount in %j, whose currency is kept to be read back',
    (text) => {
      expect(read(text, value('decimal'))).toEqual({ kind: 'value', text: '10.50', said: text })
      const said = { amount: text }
      const wish = { command: 'REFUND_ORDER', args: { id: '205', amount: '10.50' }, said }
      expect(read(`refund order 205 for ${text}`)).toMatchObject({ kind: 'wishes', wishes: [wish] })
      expect(read(`REFUND_ORDER id=205 amount="${text}"`)).toMatchObject({ kind: 'wishes', wishes: [wish] })
    },
  )

  test('an amount without a currency is read back by itself', () => {
    expect(read('it is 10.50', value('decimal'))).toEqual({ kind: 'value', text: '10.50' })
    for (const text of ['refund order 205 for 10.50', 'REFUND_ORDER id=205 amount=10.50']) {
      const reading = read(text)
      expect(reading).toMatchObject({ wishes: [{ args: { amount: '10.50' } }] })
      expect(reading.kind === 'wishes' ? reading.wishes[0]?.said : null).toBeUndefined()
    }
  })

  test('a yes or a no is a boolean, and an option a choice', () => {
    expect(read('Sure!', value('boolean'))).toEqual({ kind: 'value', text: 'true' })
    expect(read('nope', value('boolean'))).toEqual({ kind: 'value', text: 'false' })
    expect(read('Paid, please', value('choice'))).toEqual({ kind: 'value', text: 'Paid' })
    expect(read('2', value('choice'))).toEqual({ kind: 'value', text: '2' })
  })

  test('a question is no value, unless it is a name that is not sure', () => {
    expect(read('what is the weather like tomorrow?', value('id'))).toEqual({ kind: 'unknown' })
    expect(read('Maria?', value('id'))).toEqual({ kind: 'value', text: 'Maria' })
    expect(read('what is the weather like tomorrow?', value('text')).kind).toBe('value')
  })

  test('"no one" is no number', () => {
    expect(read('no one', value('id'))).toEqual({ kind: 'no' })
    expect(read('no, one', value('decimal')).kind).not.toBe('unknown')
  })

  test('another wish is not a value', () => {
    expect(read('cancel order 205', value('id'))).toMatchObject(cancel205)
    expect(read("don't cancel order 205", value('id')).kind).toBe('negated')
    expect(read('cancel', value('id'))).toEqual({ kind: 'drop' })
  })
})

test('a number that sticks to a word of confirming is no code', () => {
  expect(read('confirm204', awaiting('token')).kind).not.toBe('token')
})

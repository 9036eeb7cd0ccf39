/** A day that is said with a number, or behind it, is taken where the command takes one, and never passed over in silence. */
import { describe, expect, test } from 'vitest'
import type { Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const parameters = catalogue.commands.get('REFUND_ORDER')?.parameters ?? []
const withDays = (...names: readonly string[]) =>
  withCommand(catalogue, 'REFUND_ORDER', { command: { parameters: [...parameters, ...names.map(day)] } })
const withDay = withDays('day')
const withTwo = withDays('first', 'last')

function day(name: string): Parameter {
  return { name, kind: 'scalar', required: false, entity: null, type: 'date', schema: { type: 'string' } }
}

/** On Sunday, 1 March 2026. */
function talk(language: string, wish: string, from = withDay) {
  const chat = createConversationWorld({ catalogue: from }).chatOf({ language })
  chat.say(wish)
  return chat
}

describe('a number and a day answer the question for the number', () => {
  test.each([
    ['en', '30, friday'],
    ['en', '30 on friday'],
    ['en', 'friday, 30'],
    ['pt-BR', '30, sexta'],
    ['pt-BR', '30 reais, na sexta'],
    ['es', '30, viernes'],
    ['es', '30, el viernes'],
    ['es', '30 para el viernes'],
  ])('%s: of “%s” both are taken where the command takes a day', (language, text) => {
    const { preview } = talk(language, 'REFUND_ORDER id=205').say(text)
    expect(preview?.args).toEqual({ id: '205', amount: '30.00 BRL', day: '2026-03-06' })
  })

  test.each([
    ['en', '30, friday', '“friday” is not kept with this.'],
    ['en', '30, friday, it was late', '“friday, it was late” is not kept with this.'],
    ['pt-BR', '30, na sexta', '“na sexta” não fica anotado com isto.'],
    ['es', '30, el viernes', '“el viernes” no queda anotado con esto.'],
  ])('%s: of “%s” the day is told to be left where the command takes none', (language, answer, told) => {
    const { text, preview } = talk(language, 'REFUND_ORDER id=205', catalogue).say(answer)
    expect(text).toContain(told)
    expect(preview?.args).toEqual({ id: '205', amount: '30.00 BRL' })
  })

  test('nor is a day that was said before changed by it', () => {
    const { text, preview } = talk('en', 'REFUND_ORDER id=205 day=2026-03-09').say('30, friday')
    expect(text).toContain('“friday” is not kept with this.')
    expect(preview?.args).toEqual({ id: '205', amount: '30.00 BRL', day: '2026-03-09' })
  })

  test('and of two days that are open it is not guessed which one is meant', () => {
    const { text, preview } = talk('en', 'REFUND_ORDER id=205', withTwo).say('30, friday')
    expect(text).toContain('“friday” is not kept with this.')
    expect(preview?.args).toEqual({ id: '205', amount: '30.00 BRL' })
  })

  test('it is kept while the number is asked for again', () => {
    const chat = talk('en', 'REFUND_ORDER id=205')
    expect(chat.say('0.00, friday').about).toBe('ask')
    expect(chat.say('20').preview?.args).toEqual({ id: '205', amount: '20.00 BRL', day: '2026-03-06' })
  })
})

describe('said of what waits', () => {
  test.each([
    ['en', 'and for saturday'],
    ['en', 'and on saturday'],
    ['en', 'no, for saturday'],
    ['pt-BR', 'e pra sábado'],
    ['pt-BR', 'e para o sábado'],
    ['pt-BR', 'não, pra sábado'],
    ['es', 'y para el sábado'],
    ['es', 'no, para el sábado'],
  ])('%s: “%s” is its day, whether one was said before or none', (language, text) => {
    for (const said of ['', ' day=2026-03-09']) {
      const chat = talk(language, `REFUND_ORDER id=205 amount=10${said}`)
      const before = chat.session().pending?.commandId
      expect(chat.say(text).preview?.args).toEqual({ id: '205', amount: '10.00 BRL', day: '2026-03-07' })
      expect(chat.session().pending?.commandId).not.toBe(before)
    }
  })

  test.each([
    ['en', 'and for saturday'],
    ['pt-BR', 'e pra sábado'],
    ['es', 'y para el sábado'],
  ])('%s: “%s” changes nothing where no day is taken, or two are', (language, text) => {
    for (const from of [catalogue, withTwo]) {
      const chat = talk(language, 'REFUND_ORDER id=205 amount=10', from)
      chat.say(text)
      expect(chat.session().pending?.draft.args).toEqual({ id: '205', amount: '10.00 BRL' })
    }
  })

  test.each([
    ['en', 'and for saturday?'],
    ['pt-BR', 'e pra sábado?'],
    ['es', '¿y para el sábado?'],
  ])('%s: “%s” only asks', (language, text) => {
    const chat = talk(language, 'REFUND_ORDER id=205 amount=10')
    chat.say(text)
    expect(chat.session().pending?.draft.args).toEqual({ id: '205', amount: '10.00 BRL' })
  })
})

describe('a day and a time answer the question for the day', () => {
  const withTime = withCommand(catalogue, 'REFUND_ORDER', {
    command: { parameters: [...parameters, { ...day('day'), required: true }, { ...day('at'), type: 'time' }] },
  })

  test.each([
    ['en', 'friday at 8pm', '2026-03-06', '20:00'],
    ['en', '8pm on friday', '2026-03-06', '20:00'],
    ['pt-BR', 'hoje às 22h', '2026-03-01', '22:00'],
    ['pt-BR', 'hj as 22h', '2026-03-01', '22:00'],
    ['pt-BR', 'dia 12 às 19:30h', '2026-03-12', '19:30'],
    ['es', 'el viernes a las 20hs', '2026-03-06', '20:00'],
  ])('%s: of “%s” both are taken where the command takes a time', (language, text, date, at) => {
    const { preview } = talk(language, 'REFUND_ORDER id=205 amount=30', withTime).say(text)
    expect(preview?.args).toEqual({ id: '205', amount: '30.00 BRL', day: date, at })
  })

  test('and a time that was said before stays, and is told to', () => {
    const { text, preview } = talk('en', 'REFUND_ORDER id=205 amount=30 at=10:00', withTime).say('friday at 8pm')
    expect(text).toContain('“at 8pm” is not kept with this.')
    expect(preview?.args).toMatchObject({ day: '2026-03-06', at: '10:00' })
  })

  test('but a day alone is asked for where no time is taken', () => {
    const onlyDay = withCommand(catalogue, 'REFUND_ORDER', {
      command: { parameters: [...parameters, { ...day('day'), required: true }] },
    })
    expect(talk('en', 'REFUND_ORDER id=205 amount=30', onlyDay).say('friday at 8pm').about).toBe('ask')
  })
})

describe('what an answer says of another value is taken with it', () => {
  const number = { ...day('guests'), type: 'integer', schema: { type: 'integer' } } as const
  const withTable = withCommand(catalogue, 'REFUND_ORDER', {
    command: { parameters: [...parameters, { ...day('at'), type: 'time', required: true }, number] },
    texts: { sentences: ['a table of {amount} for order {id} at {at} for {guests} people', 'refund an order'] },
  })

  test.each([
    ['en', 'refund an order', '205 20 reais'],
    ['en', 'refund an order', '205 for 20'],
    ['en', 'refund an order', '20 reais, 205'],
    ['en', 'refund an order', 'João Lima, 20 reais'],
    ['en', 'refund an order', "R$ 20 - João's"],
    ['pt-BR', 'reembolsa um pedido', '205, R$ 20'],
    ['pt-BR', 'reembolsa um pedido', 'o do joão, 20 reais'],
    ['es', 'reembolsa un pedido', 'el 205, 20 reales'],
  ])('%s: “%s”, “%s”', (language, wish, answer) => {
    const { preview } = talk(language, wish, catalogue).say(answer)
    expect(preview?.args).toEqual({ id: '205', amount: '20.00 BRL' })
  })

  test.each(['7pm for 40 people', 'for 40 people, 7pm', 'at 19:00, for 40'])(
    'behind the words for it: “%s”',
    (answer) => {
      const { preview } = talk('en', 'REFUND_ORDER id=205 amount=30', withTable).say(answer)
      expect(preview?.args).toEqual({ id: '205', amount: '30.00 BRL', at: '19:00', guests: 40 })
    },
  )

  test.each([
    '205 20',
    '205, 207',
    '205 for João',
    '205 20 reais tomorrow',
    '205 reais 207',
    'João, 20 reais, 30 reais',
    'João, 20',
  ])('but not what may be another thing, or says more: “%s”', (answer) => {
    expect(talk('en', 'refund an order', catalogue).say(answer)).toMatchObject({ about: 'ask' })
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Command, CommandTexts, Parameter } from '../catalogue/catalogue.ts'
import type { JsonObject } from '../json.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

let shipped: Catalogue
/** With the command for a day, for a moment, for a day and reais, for a note and a day, and for days and moments with a bound. */
let payments: Readonly<
  Record<'day' | 'moment' | 'reais' | 'noted' | 'ahead' | 'behind' | 'today on' | 'until today', Catalogue>
>
let world: ConversationWorld

beforeAll(async () => {
  shipped = await loadShippedCatalogue()
  payments = {
    day: withPayments([due, total]),
    moment: withPayments([parameter('due', 'datetime'), total]),
    ahead: withPayments([bounded('datetime', { formatMinimum: 'now' }), total]),
    behind: withPayments([bounded('datetime', { formatMaximum: 'now' }), total]),
    'today on': withPayments([bounded('date', { formatMinimum: 'today' }), total]),
    'until today': withPayments([bounded('date', { formatMaximum: 'today', past: true }), total]),
    noted: withPayments([parameter('note', 'text'), due, total]),
    reais: withPayments([due, { ...total, schema: { ...total.schema, currency: 'BRL' } }]),
  }
})

const due = parameter('due', 'date')
const total: Parameter = {
  ...parameter('total', 'money'),
  schema: { type: 'number', exclusiveMinimum: 0, maximum: 1000 },
}

const bounded = (type: Parameter['type'], bounds: JsonObject): Parameter => ({
  ...parameter('due', type),
  schema: { type: 'string', ...bounds },
})

const texts: Readonly<Record<string, CommandTexts>> = {
  en: textsOf('Pay {total}', 'pay', ['pay {total} [on] {due}', 'pay {total}', 'pay the bill'], ['When?', 'How much?']),
  'pt-BR': textsOf('Pagar {total}', 'paga', ['pagar {total} {due}', 'pagar a conta'], ['Quando?', 'Quanto?']),
  es: textsOf('Pagar {total}', 'paga', ['pagar {total} {due}', 'pagar la cuenta'], ['¿Cuándo?', '¿Cuánto?']),
}

/** On Sunday, 1 March 2026, at eleven in the morning in São Paulo. */
function talk(language: string, what: keyof typeof payments = 'day'): Chat {
  world = createConversationWorld({ catalogue: payments[what] })
  return world.chatOf({ language, timeZone: 'America/Sao_Paulo' })
}

describe('a day and a sum', () => {
  test.each([
    ['en', 'pay the bill', 'tomorrow', '50 dollars', 'Due: Monday, March 2, 2026', 'Pay $50.00 USD'],
    ['pt-BR', 'pagar a conta', 'amanhã', '50 reais', 'Vencimento: segunda-feira, 2 de março de 2026', 'Pagar R$ 50,00'],
    ['es', 'pagar la cuenta', 'mañana', '50 pesos', 'Vencimiento: lunes, 2 de marzo de 2026', 'Pagar $ 50,00 ARS'],
  ])('in %s are asked for, answered as people say them, and shown in full', (language, wish, day, sum, line, title) => {
    const ana = talk(language)
    expect(ana.say(wish).about).toBe('ask')
    expect(ana.say(day).about).toBe('ask')
    const { text } = ana.say(sum)
    expect(text.replaceAll('\u00a0', ' ')).toContain(title)
    expect(text).toContain(line)
    expect(text).toContain(`“${day}”`)
    expect(ana.pending().envelope.args).toEqual({
      due: '2026-03-02',
      total: { en: '50.00 USD', 'pt-BR': '50.00 BRL', es: '50.00 ARS' }[language],
    })
  })

  test.each([
    ['en', 'pay $20 next friday', '2026-03-06'],
    ['pt-BR', 'pagar R$ 20 no dia 15', '2026-03-15'],
    ['pt-BR', 'pagar 20 reais 03/04', '2026-04-03'],
    ['es', 'pagar 20 pesos el viernes que viene', '2026-03-06'],
    ['pt-BR', 'pagar vinte e cinco reais no dia vinte e dois de novembro', '2026-11-22'],
    ['es', 'pagar veinte pesos el treinta y uno de mayo', '2026-05-31'],
    ['en', 'please pay twenty dollars on the twenty-second of november', '2026-11-22'],
    ['pt-BR', 'Pagar R$ 20 pra sexta que vem, por favor', '2026-03-06'],
  ])('in %s stand in a sentence: %s', (language, wish, day) => {
    const ana = talk(language)
    expect(ana.say(wish).about).toBe('preview')
    expect(ana.pending().envelope.args).toMatchObject({ due: day })
  })

  test('"03/04" is spelled out beside what was said', () => {
    expect(talk('pt-BR').say('pagar R$ 20 03/04').text).toContain(
      'Você disse “03/04”: sexta-feira, 3 de abril de 2026.',
    )
  })

  test('are corrected by what was meant instead', () => {
    const ana = talk('en')
    ana.say('pay $20 tomorrow')
    expect(ana.say('no, on Friday').text).toContain('You said “Friday”: Friday, March 6, 2026.')
    expect(ana.say('no, 25 euros').text).toContain('€25.00')
    expect(ana.pending().envelope.args).toEqual({ due: '2026-03-06', total: '25.00 EUR' })
  })

  test('are one wish each where there are several', () => {
    const ana = talk('en')
    ana.say('pay $20 tomorrow and pay thirty euros on friday')
    expect(ana.pending().envelope.args).toEqual({ due: '2026-03-02', total: '20.00 USD' })
    expect(ana.session().wishes.map(({ wish }) => wish.args)).toEqual([{ due: '2026-03-06', total: '30.00 EUR' }])
    expect(ana.say("don't pay thirty euros on march 6th").about).toBe('info')
    expect(ana.session().wishes).toEqual([])
  })

  test('are corrected before a free text is, which would take anything', () => {
    const ana = talk('en', 'noted')
    ana.say('PAY_BILL note=rent due=tomorrow total="20 USD"')
    ana.say('no, friday')
    expect(ana.pending().envelope.args).toEqual({ note: 'rent', due: '2026-03-06', total: '20.00 USD' })
  })

  test('of a token are read as in a sentence', () => {
    const ana = talk('pt-BR')
    ana.say('PAY_BILL due="sexta que vem" total="R$ 1.000"')
    expect(ana.pending().envelope.args).toEqual({ due: '2026-03-06', total: '1000.00 BRL' })
  })

  test('have one key however they are spelled, and the same command is not made twice', () => {
    const keys = [
      'pay $20 tomorrow',
      'pay twenty dollars on march 2nd',
      'PAY_BILL due=2026-03-02 total="20.00 USD"',
    ].map((text) => {
      const ana = talk('en')
      ana.say(text)
      return ana.pending().envelope.idempotency_key
    })
    expect(new Set(keys).size).toBe(1)
    const ana = talk('en')
    ana.say('pay $20 tomorrow')
    ana.sayAll(ana.expect())
    expect(ana.say('pay twenty dollars on march 2nd').about).toBe('info')
  })

  test('that cannot be told are asked for again, and say how to write them', () => {
    const ana = talk('pt-BR')
    ana.say('pagar a conta')
    expect(ana.say('31 de fevereiro').text).toContain('sexta que vem')
    expect(ana.say('dia 15').text).toContain('Quanto?')
    expect(ana.say('50').text).toContain('Em que moeda?')
    expect(ana.say('R$ 5.000').text).toContain('no máximo 1.000')
    expect(ana.say('R$ 500').about).toBe('preview')
  })

  test('of one currency needs no name for it, and no other will do', () => {
    const ana = talk('en', 'reais')
    ana.say('pay the bill')
    ana.say('tomorrow')
    expect(ana.say('50 dollars').text).toContain('has to be in R$ (BRL).')
    expect(ana.say('2000').text).toContain('at most R$1,000.00.')
    ana.say('50')
    expect(ana.pending().envelope.args).toMatchObject({ total: '50.00 BRL' })
  })

  test('"tomorrow" is the day after it was said, however late it is read', () => {
    const ana = talk('en')
    ana.say('pay $20 tomorrow', { ageMs: 24 * 3_600_000 })
    expect(ana.pending().envelope.args).toMatchObject({ due: '2026-03-01' })
  })
})

describe('a day or a moment that may be two', () => {
  test('is asked with both, in full, and the number of one is it', () => {
    const ana = talk('en', 'moment')
    const asked = ana.say('PAY_BILL total="20 USD" due="tomorrow at 3"')
    expect(asked).toMatchObject({ about: 'choose' })
    expect(asked.options?.map(({ label }) => label.replaceAll(/[\u00a0\u202f]/gu, ' '))).toEqual([
      'Monday, March 2, 2026 at 3:00 AM',
      'Monday, March 2, 2026 at 3:00 PM',
    ])
    expect(ana.say('2').about).toBe('preview')
    expect(ana.pending().envelope.args).toMatchObject({ due: '2026-03-02T15:00:00-03:00' })
  })

  test('is asked when it answers the question, and when it corrects what is open', () => {
    const ana = talk('pt-BR')
    expect(ana.say('pagar R$ 20 03/04').about).toBe('preview')
    const bob = talk('en')
    bob.say('PAY_BILL total="20 USD"')
    expect(bob.say('03/04').text).toMatch(/1\. Wednesday, March 4, 2026\n2\. Friday, April 3, 2026/u)
    expect(bob.say('1').preview?.args).toMatchObject({ due: '2026-03-04' })
    expect(bob.say('no, 05/04').about).toBe('choose')
    expect(bob.say('1').preview?.args).toMatchObject({ due: '2026-04-05' })
  })
})

describe('where days or moments are listed', () => {
  test.each([
    [
      'en',
      'tomorrow at 3',
      [
        '3 pm',
        '15:00',
        'at 3 pm',
        'tomorrow at 15:00',
        'it is 3 pm',
        'no, 3 pm',
        'in the afternoon',
        'pm',
        'sure, in the afternoon',
      ],
    ],
    [
      'pt-BR',
      'amanhã às 3',
      ['15h', 'às 15h', '3 da tarde', 'às 3 da tarde', 'amanhã às 15h', 'da tarde', 'à tarde', 'claro, da tarde'],
    ],
    [
      'es',
      'mañana a las 3',
      ['15:00', 'a las 3 de la tarde', 'mañana a las 15:00', 'de la tarde', 'a la tarde', 'claro, de la tarde'],
    ],
  ])('%s: after “%s” one is told by its time: %j', (language, said, answers) => {
    for (const answer of answers) {
      const ana = talk(language, 'moment')
      ana.say('PAY_BILL total="20 USD"')
      expect(ana.say(said).about).toBe('choose')
      expect([answer, ana.say(answer).preview?.args['due']]).toEqual([answer, '2026-03-02T15:00:00-03:00'])
    }
  })

  test.each([
    ['en', '+5511990000001', ['4 may', 'may 4', 'the 4th of may']],
    ['pt-BR', '+15550100000', ['4 de maio', 'dia 4 de maio']],
    ['es', '+15550100000', ['4 de mayo', 'el 4 de mayo']],
  ])('%s of %s: after “05/04” one is told by its day: %j', (language, phone, answers) => {
    for (const answer of answers) {
      const ana = talk(language)
      ana.person = { ...ana.person, phone }
      ana.say('PAY_BILL total="20 USD"')
      expect(ana.say('05/04').about).toBe('choose')
      expect([answer, ana.say(answer).preview?.args['due']]).toEqual([answer, '2026-05-04'])
    }
  })

  test.each([
    ['en', '+919812345678', '2026-04-05'],
    ['en', '+2348012345678', '2026-04-05'],
    ['en', '+639171234567', '2026-05-04'],
    ['en-GB', '+4915112345678', '2026-04-05'],
  ])('%s of %s: “05/04” is read as at home', (language, phone, day) => {
    const ana = talk(language)
    ana.person = { ...ana.person, phone }
    ana.say('PAY_BILL total="20 USD"')
    expect(ana.say('05/04').preview?.args).toMatchObject({ due: day })
  })

  test('a time that does not say its half is asked about once more, and its number alone is a place', () => {
    const ana = talk('en', 'moment')
    ana.say('PAY_BILL total="20 USD"')
    ana.say('tomorrow at 3')
    expect(ana.say('at 3').about).not.toBe('preview')
    expect(ana.session().question).toMatchObject({ candidates: [{}, {}] })
    expect(ana.say('the second one').preview?.args['due']).toBe('2026-03-02T15:00:00-03:00')
  })

  test('another one may be said instead, with the words that it was read from, and is asked about where it is open too', () => {
    const ana = talk('en', 'moment')
    ana.say('PAY_BILL total="20 USD"')
    ana.say('tomorrow at 3')
    const { text, preview } = ana.say('friday at 4 pm')
    expect(preview?.args['due']).toBe('2026-03-06T16:00:00-03:00')
    expect(text).toContain('“friday at 4 pm”')
    ana.say('0')
    ana.say('PAY_BILL total="20 USD"')
    ana.say('tomorrow at 3')
    expect(ana.say('no, friday at 4').options?.map(({ label }) => label.slice(0, 6))).toEqual(['Friday', 'Friday'])
  })
})

describe('a time said in place of those of a list', () => {
  test.each([
    ['en', 'tomorrow at 3', 'no, 4', '16:00'],
    ['en', 'tomorrow at 3', 'no, at 4:30', '16:30'],
    ['pt-BR', 'amanhã às 3', 'não, às 4', '16:00'],
    ['pt-BR', 'amanhã às 3', 'não, 4', '16:00'],
    ['es', 'mañana a las 3', 'no, a las 4', '16:00'],
    ['es', 'mañana a las 3', 'no, 4 y media', '16:30'],
  ])('%s: “%s”, “%s” is of the same day', (language, said, correction, time) => {
    const ana = talk(language, 'moment')
    ana.say(`PAY_BILL total="20 USD" due="${said}"`)
    expect(ana.session().question).toMatchObject({ kind: 'choice', parameter: 'due' })
    expect(ana.say(correction).options).toHaveLength(2)
    expect(ana.say('2').preview?.args['due']).toBe(`2026-03-02T${time}:00-03:00`)
  })

  test('is on each of the days that are listed', () => {
    const ana = talk('en', 'moment')
    ana.say('PAY_BILL total="20 USD" due="05/04 at 10am"')
    expect(ana.say('no, at 11am').options).toHaveLength(2)
    expect(ana.say('2').preview?.args['due']).toBe('2026-05-04T11:00:00-03:00')
  })

  test('is previewed at once where it says its half, and is one of the list where that has it', () => {
    const ana = talk('en', 'moment')
    ana.say('PAY_BILL total="20 USD" due="tomorrow at 3"')
    expect(ana.say('no, 4 pm').preview?.args['due']).toBe('2026-03-02T16:00:00-03:00')
    ana.say('0')
    ana.say('PAY_BILL total="20 USD" due="tomorrow at 3"')
    expect(ana.say('no, 3 pm').preview?.args['due']).toBe('2026-03-02T15:00:00-03:00')
  })
})

describe('a day said in place of those of a list', () => {
  test.each([
    ['en', 'tomorrow at 8', 'no, friday', 6],
    ['en', 'tomorrow at 8', 'friday', 6],
    ['en', 'tomorrow at 8', 'sorry, friday', 6],
    ['pt-BR', 'amanhã às 8', 'não, sexta', 6],
    ['es', 'mañana a las 8', 'no, el viernes', 6],
    ['es', 'mañana a las 8', 'el viernes', 6],
  ])('%s: “%s”, “%s” keeps the hour, whose half is still asked for', (language, said, friday, day) => {
    const ana = talk(language, 'moment')
    ana.say(`PAY_BILL total="20 USD" due="${said}"`)
    expect(ana.session().question).toMatchObject({ kind: 'choice', parameter: 'due' })
    expect(ana.say(friday)).toMatchObject({ about: 'choose', options: [{}, {}] })
    expect(ana.say('2').preview?.args['due']).toBe(`2026-03-0${day}T20:00:00-03:00`)
  })

  test.each(['no, friday night', 'friday evening', 'no, friday at 8 pm'])('“%s” says the half as well', (said) => {
    const ana = talk('en', 'moment')
    ana.say('PAY_BILL total="20 USD" due="tomorrow at 8"')
    expect(ana.say(said).preview?.args['due']).toBe('2026-03-06T20:00:00-03:00')
  })

  test('keeps the one hour that days were listed with', () => {
    const ana = talk('en', 'moment')
    ana.say('PAY_BILL total="20 USD" due="05/04 at 10am"')
    expect(ana.session().question).toMatchObject({ kind: 'choice', candidates: [{}, {}] })
    expect(ana.say('no, friday').preview?.args['due']).toBe('2026-03-06T10:00:00-03:00')
  })
})

describe('a day with a time', () => {
  test.each([
    ['en', 'tomorrow at 8 am', 'Monday, March 2, 2026 at 8:00 AM'],
    ['pt-BR', 'amanhã às 8 da noite', 'segunda-feira, 2 de março de 2026 às 20:00'],
    ['es', 'mañana a las 8 de la noche', 'lunes, 2 de marzo de 2026, 8:00 p. m.'],
  ])('in %s is shown as the clock will show it: %s', (language, said, shown) => {
    const ana = talk(language, 'moment')
    ana.say('PAY_BILL total="20 USD"')
    expect(ana.say(said).text.replaceAll(/[\u00a0\u202f]/gu, ' ')).toContain(shown)
  })

  test.each([
    ['en', 'pay $20 on friday', 'Friday, March 6, 2026: at what time?', ['10am', 'at 10', 'friday at 10am']],
    ['pt-BR', 'pagar 20 dólares sexta', 'sexta-feira, 6 de março de 2026: a que horas?', ['10h', 'às 10 da manhã']],
    ['es', 'pagar 20 dólares viernes', 'viernes, 6 de marzo de 2026: ¿a qué hora?', ['a las 10', '10 de la mañana']],
  ])('%s: “%s”: the time is asked for where only the day was said', (language, wish, question, answers) => {
    for (const answer of answers) {
      const ana = talk(language, 'moment')
      expect(ana.say(wish)).toMatchObject({ about: 'ask', text: question })
      expect([answer, ana.say(answer).preview?.args['due']]).toEqual([answer, '2026-03-06T10:00:00-03:00'])
    }
  })

  test.each(['hmm, let me see', 'around threeish', 'the usual time'])('keeps its day where “%s” is no time', (said) => {
    const ana = talk('en', 'moment')
    ana.say('pay $20 on friday')
    const again = ana.say(said)
    expect(again).toMatchObject({ about: 'ask', text: expect.stringContaining('Friday, March 6, 2026: at what time?') })
    expect(again.text).toContain('I cannot tell what time that is.')
    expect(ana.say('3pm').preview?.args['due']).toBe('2026-03-06T15:00:00-03:00')
  })

  test.each(['PAY_BILL total="20 USD"', 'pay $20 on friday'])('is no midnight by a bare 0: that drops “%s”', (wish) => {
    const ana = talk('en', 'moment')
    ana.say(wish)
    expect(ana.say('0')).toMatchObject({ about: 'info', text: 'Dropped. Nothing was done.' })
    expect(ana.session().question).toBeNull()
  })

  test.each([
    ['en', 'pay $20 on friday evening', '8', '20:00'],
    ['en', 'pay $20 on friday in the afternoon', '3', '15:00'],
    ['pt-BR', 'pagar 20 dólares sexta à noite', '11', '23:00'],
    ['es', 'pagar 20 dólares viernes por la tarde', '4', '16:00'],
  ])('%s: “%s”, and then %s, is in that part of the day', (language, wish, hour, time) => {
    const ana = talk(language, 'moment')
    ana.say(wish)
    expect(ana.say(hour).preview?.args['due']).toBe(`2026-03-06T${time}:00-03:00`)
  })

  test.each([
    ['en', 'pay $20 on friday afternoon', '10'],
    ['pt-BR', 'pagar 20 dólares sexta à noite', '8h'],
    ['es', 'pagar 20 dólares viernes por la tarde', 'a las 10'],
  ])('%s: “%s”, and then “%s”, is asked about, since it fits no such part', (language, wish, hour) => {
    const ana = talk(language, 'moment')
    ana.say(wish)
    expect(ana.say(hour).options).toHaveLength(2)
  })

  test.each([
    ['en', 'pay $20 on friday', 'evening', 'no, in the morning'],
    ['pt-BR', 'pagar 20 dólares sexta', 'à noite', 'não, de manhã'],
    ['es', 'pagar 20 dólares viernes', 'por la noche', 'no, por la mañana'],
  ])('%s: “%s” takes “%s” for a part of its day, and “%s” for another', (language, wish, part, other) => {
    const ana = talk(language, 'moment')
    ana.say(wish)
    expect(ana.say(part).about).toBe('ask')
    expect(ana.say('9').preview?.args['due']).toBe('2026-03-06T21:00:00-03:00')
    expect(ana.say(other).about).toBe('ask')
    expect(ana.say('9').preview?.args['due']).toBe('2026-03-06T09:00:00-03:00')
  })

  test.each([
    ['en', 'friday at 9:30', 'in the morning', '09:30'],
    ['en', 'friday at 9:30', 'no, in the evening', '21:30'],
    ['pt-BR', 'sexta às 9:30', 'da manhã', '09:30'],
    ['pt-BR', 'sexta às 9:30', 'não, à noite', '21:30'],
    ['es', 'viernes a las 9 y media', 'de la mañana', '09:30'],
    ['es', 'viernes a las 9 y media', 'a la mañana', '09:30'],
    ['es', 'viernes a las 9 y media', 'no, a la noche', '21:30'],
  ])('%s: “%s” keeps its day and its time where “%s” says only the half', (language, said, part, time) => {
    const ana = talk(language, 'moment')
    ana.say(`PAY_BILL total="20 USD" due="${said}"`)
    expect(ana.say(part).preview?.args['due']).toBe(`2026-03-06T${time}:00-03:00`)
  })

  test.each([
    ['en', 'friday at 9:30', 'no, in the afternoon'],
    ['pt-BR', 'sexta às 15h', 'não, de manhã'],
    ['es', 'viernes a las 15', 'no, a la mañana'],
  ])('%s: “%s” is asked for its time where it has none of “%s”', (language, said, part) => {
    const ana = talk(language, 'moment')
    ana.say(`PAY_BILL total="20 USD" due="${said}"`)
    expect(ana.say(part).text).toMatch(/2026: /u)
  })

  test('is asked for as often as another day is said, and not given up', () => {
    const ana = talk('en', 'moment')
    ana.say('PAY_BILL total="20 USD"')
    for (const day of ['friday', 'saturday', 'tomorrow', 'friday'])
      expect(ana.say(day).text).toMatch(/2026: at what time\?$/u)
    expect(ana.say('at 3').options).toHaveLength(2)
    expect(ana.say('in the afternoon please').preview?.args['due']).toBe('2026-03-06T15:00:00-03:00')
  })

  test.each([
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'no, at 4pm', '2026-03-06T16:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'wait, 10am', '2026-03-06T10:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'no, saturday', '2026-03-07T15:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'no, tomorrow at 9am', '2026-03-02T09:00:00-03:00'],
    ['pt-BR', 'PAY_BILL total="20 USD" due="sexta às 15h"', 'não, às 16h', '2026-03-06T16:00:00-03:00'],
    ['pt-BR', 'PAY_BILL total="20 USD" due="sexta às 15h"', 'não, sábado', '2026-03-07T15:00:00-03:00'],
    ['es', 'PAY_BILL total="20 USD" due="viernes a las 15"', 'no, a las 16', '2026-03-06T16:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'change the time to 10am', '2026-03-06T10:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'change the day to saturday', '2026-03-07T15:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'move it to saturday', '2026-03-07T15:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'not friday, saturday', '2026-03-07T15:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'not at 3pm, at 4pm', '2026-03-06T16:00:00-03:00'],
    ['pt-BR', 'PAY_BILL total="20 USD" due="sexta às 15h"', 'muda o horário pra 16h', '2026-03-06T16:00:00-03:00'],
    ['pt-BR', 'PAY_BILL total="20 USD" due="sexta às 15h"', 'não sexta, sábado', '2026-03-07T15:00:00-03:00'],
    ['pt-BR', 'PAY_BILL total="20 USD" due="sexta às 15h"', 'passa pra sábado', '2026-03-07T15:00:00-03:00'],
    ['es', 'PAY_BILL total="20 USD" due="viernes a las 15"', 'cambia la hora a las 16', '2026-03-06T16:00:00-03:00'],
    ['es', 'PAY_BILL total="20 USD" due="viernes a las 15"', 'el viernes no, el sábado', '2026-03-07T15:00:00-03:00'],
    ['es', 'PAY_BILL total="20 USD" due="viernes a las 15"', 'pásalo al sábado', '2026-03-07T15:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'wait no 4pm', '2026-03-06T16:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'no wait, 4pm', '2026-03-06T16:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'sorry, no, at 4pm', '2026-03-06T16:00:00-03:00'],
    ['en', 'PAY_BILL total="20 USD" due="friday at 3pm"', 'hold on no, saturday', '2026-03-07T15:00:00-03:00'],
    ['pt-BR', 'PAY_BILL total="20 USD" due="sexta às 15h"', 'espera não 16h', '2026-03-06T16:00:00-03:00'],
    ['pt-BR', 'PAY_BILL total="20 USD" due="sexta às 15h"', 'peraí, não, sábado', '2026-03-07T15:00:00-03:00'],
    ['pt-BR', 'PAY_BILL total="20 USD" due="sexta às 15h"', 'não pera, às 16h', '2026-03-06T16:00:00-03:00'],
    ['es', 'PAY_BILL total="20 USD" due="viernes a las 15"', 'perdón, a las 16', '2026-03-06T16:00:00-03:00'],
    ['es', 'PAY_BILL total="20 USD" due="viernes a las 15"', 'espera no, a las 16', '2026-03-06T16:00:00-03:00'],
    ['es', 'PAY_BILL total="20 USD" due="viernes a las 15"', 'no espera, a las 16', '2026-03-06T16:00:00-03:00'],
  ])('%s: %s: “%s” changes what it says, and leaves the rest', (language, wish, correction, moment) => {
    const ana = talk(language, 'moment')
    ana.say(wish)
    expect(ana.say(correction).preview?.args['due']).toBe(moment)
  })
})

describe('a no behind a word of waiting or of correcting', () => {
  test.each([
    ['en', 'wait, no'],
    ['en', 'sorry no'],
    ['pt-BR', 'espera, não'],
    ['pt-BR', 'peraí não'],
    ['es', 'espera no'],
    ['es', 'perdón, no'],
    ['es', 'siempre no'],
    ['es', 'siempre ya no'],
    ['es', 'mejor ya no'],
    ['es', 'no, siempre no'],
  ])('%s: “%s” is a no to what waits', (language, words) => {
    const ana = talk(language, 'moment')
    ana.say('PAY_BILL total="20 USD" due="2026-03-06T15:00"')
    expect(ana.say(words).command).toMatchObject({ status: 'rejected', reason: 'declined' })
  })

  test('en: “wait no” before a wish drops what waits, and asks for the other', () => {
    const ana = talk('en', 'moment')
    ana.say('PAY_BILL total="20 USD" due="friday at 3pm"')
    expect(ana.say('wait, no, PAY_BILL total="30 USD" due="friday at 4pm"').preview?.args['total']).toBe('30.00 USD')
  })

  test('asks when half of the day is not said: “perdón, a las 4”', () => {
    const ana = talk('es', 'moment')
    ana.say('PAY_BILL total="20 USD" due="2026-03-06T15:00"')
    expect(ana.say('perdón, a las 4').options).toHaveLength(2)
  })
})

describe('a day or a moment that has to lie ahead, or behind', () => {
  test.each([
    ['en', 'ahead', 'yesterday at 3pm', 'That time is over', 'tomorrow at 3pm', '2026-03-02T15:00:00-03:00'],
    ['en', 'ahead', 'today at 10am', 'That time is over', 'no, at 1pm', '2026-03-01T13:00:00-03:00'],
    ['pt-BR', 'ahead', 'ontem às 15h', 'Esse horário já passou', 'amanhã às 15h', '2026-03-02T15:00:00-03:00'],
    ['es', 'ahead', 'ayer a las 15:00', 'Ese momento ya pasó', 'mañana a las 15:00', '2026-03-02T15:00:00-03:00'],
    ['en', 'behind', 'tomorrow at 3pm', 'still to come', 'yesterday at 3pm', '2026-02-28T15:00:00-03:00'],
    ['en', 'today on', 'yesterday', 'That day is over', 'today', '2026-03-01'],
    ['pt-BR', 'today on', 'ontem', 'Esse dia já passou', 'hoje', '2026-03-01'],
    ['es', 'today on', 'ayer', 'Ese día ya pasó', 'hoy', '2026-03-01'],
    ['en', 'until today', 'tomorrow', 'still to come', 'on monday', '2026-02-23'],
    ['pt-BR', 'until today', 'amanhã', 'ainda não chegou', 'hoje', '2026-03-01'],
    ['es', 'until today', 'mañana', 'todavía no llegó', 'hoy', '2026-03-01'],
  ] as const)('%s, %s: “%s” is refused, and “%s” put right', (language, what, wrong, why, right, put) => {
    const ana = talk(language, what)
    expect(ana.say(`PAY_BILL total="20 USD" due="${wrong}"`)).toMatchObject({
      about: 'ask',
      text: expect.stringContaining(why),
    })
    expect(ana.say(right).preview?.args['due']).toBe(put)
  })

  test('is refused in an answer and in a correction of the preview as well', () => {
    const ana = talk('en', 'ahead')
    ana.say('PAY_BILL total="20 USD"')
    expect(ana.say('yesterday at 3pm').text).toContain('That time is over')
    expect(ana.say('tomorrow at 3pm').about).toBe('preview')
    expect(ana.say('no, yesterday at 3pm').text).toContain('That time is over')
    expect(ana.say('friday at 3pm').preview?.args['due']).toBe('2026-03-06T15:00:00-03:00')
  })

  test('is refused by its day where that is all that was said', () => {
    const ana = talk('en', 'ahead')
    expect(ana.say('pay $20 on yesterday').text).toContain('That time is over')
    expect(ana.say('today').text).toMatch(/2026: at what time\?$/u)
  })

  test('is the one of two that does, without a question', () => {
    const ana = talk('en', 'ahead')
    expect(ana.say('PAY_BILL total="20 USD" due="today at 3"').preview?.args['due']).toBe('2026-03-01T15:00:00-03:00')
  })

  test('is judged again at the confirmation, with what to do', () => {
    const ana = talk('en', 'ahead')
    ana.say('PAY_BILL total="20 USD" due="today at 11:02am"')
    world.wait(3 * 60_000)
    const refused = ana.say(ana.expect())
    expect(refused).toMatchObject({ about: 'ask', text: expect.stringContaining('That time is over') })
    expect(ana.say('today at 1pm').preview?.args['due']).toBe('2026-03-01T13:00:00-03:00')
  })

  test('is today where the person is', () => {
    const ana = talk('en', 'today on')
    ana.person = { ...ana.person, timeZone: 'Pacific/Kiritimati' }
    expect(ana.say('PAY_BILL total="20 USD" due="2026-03-01"').text).toContain('That day is over')
    expect(ana.say('2026-03-02').about).toBe('preview')
  })
})

function withPayments(parameters: readonly Parameter[]): Catalogue {
  const like = shipped.commands.get('REINSTATE_ORDER')
  if (like === undefined) throw new TypeError('No REINSTATE_ORDER')
  const command: Command = {
    ...like,
    token: 'PAY_BILL',
    path: 'bills.pay',
    intent: { entity: 'Bill', action: 'Pay', target: null },
    scope: 'orders.reinstate',
    undo: null,
    facts: [],
    succeedsIf: null,
    contract: { commandRef: 'urn:test:pay' },
    parameters,
  }
  const locales = [...shipped.locales].map(([code, locale]): [string, typeof locale] => {
    const own = texts[code]
    return [code, own === undefined ? locale : { ...locale, commands: { ...locale.commands, 'bills.pay': own } }]
  })
  return { ...shipped, commands: new Map(shipped.commands).set('PAY_BILL', command), locales: new Map(locales) }
}

function parameter(name: string, type: Parameter['type']): Parameter {
  return { name, kind: 'scalar', required: true, type, schema: { type: 'string' }, entity: null }
}

function textsOf(
  summary: string,
  title: string,
  sentences: readonly string[],
  [when = '', much = '']: readonly string[],
): CommandTexts {
  const labels = { When: 'due', Quando: 'vencimento', '¿Cuándo': 'vencimiento' }[when.slice(0, -1)] ?? 'due'
  return {
    title,
    summary,
    effect: title,
    done: title,
    labels: { note: 'note', due: labels, total: 'total' },
    questions: { due: when, total: much },
    sentences,
  }
}

test.each([
  ['en', 'refund 1.000 on order 205', 'thousands or decimals', '1,000', '1000.00 BRL'],
  ['pt-BR', 'estorna 1,200 do pedido 205', 'milhares ou centavos', '1.200', '1200.00 BRL'],
  ['es', 'reembolsa 1,200 del pedido 205', 'miles o decimales', '1,20', '1.20 BRL'],
])('%s: %s: a sum that may be two is asked for once more', (language, text, asked, answer, amount) => {
  const chat = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  expect(chat.say(text)).toMatchObject({ about: 'ask', text: expect.stringContaining(asked) })
  expect(chat.say(answer).preview?.args).toEqual({ id: '205', amount })
})

test.each([
  ['en', 'refund 1.2500 on order 205', 'too many digits'],
  ['en', 'refund order 205 for R$ 1,2500', 'too many digits'],
  ['en', 'REFUND_ORDER id=205 amount=1.2500', 'too many digits'],
  ['pt-BR', 'devolve 1.2500 do 205', 'decimais demais'],
  ['pt-BR', 'devolve R$ 0,255 do 205', 'decimais demais'],
  ['es', 'devuelve 1,2500 del 205', 'demasiados decimales'],
  ['es', 'devuelve 0,500 reales del 205', 'demasiados decimales'],
])('%s: %s: a sum with more decimals than it can have is asked for once more', (language, text, asked) => {
  const chat = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  expect(chat.say(text)).toMatchObject({ about: 'ask', text: expect.stringContaining(asked) })
  expect(chat.say('12,50').preview?.args).toEqual({ id: '205', amount: '12.50 BRL' })
})

test.each([
  ['en', 'refund 1.2500', '205', 'too many digits'],
  ['pt-BR', 'devolve R$ 1,2500', 'do pedido 205', 'decimais demais'],
])('%s: %s: also where it was said before its order', (language, text, order, asked) => {
  const chat = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  chat.say(text)
  expect(chat.say(order)).toMatchObject({ about: 'ask', text: expect.stringContaining(asked) })
})

test.each([
  ['en', 'refund 12.5.0 of order 205'],
  ['pt-BR', 'devolve 1.00.000 do 205'],
  ['es', 'devuelve 12.5.0 del 205'],
])('%s: %s: a number that is none is not taken for one', (language, text) => {
  const chat = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  expect(chat.say(text).preview).toBeUndefined()
})

test.each([
  ['en', 'sales from feb 20 to 10', 'Until which day'],
  ['en', 'sales from feb 20 to mar 2', 'Until which day'],
  ['pt-BR', 'vendas de 20 de fevereiro a 10', 'Até que dia'],
  ['pt-BR', 'vendas de 20 de fevereiro até 10 de março', 'Até que dia'],
  ['es', 'ventas del 20 de febrero al 10', 'Hasta qué día'],
])('%s: %s: an end that is still to come is asked for', (language, text, asked) => {
  const chat = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  expect(chat.say(text)).toMatchObject({ about: 'ask', text: expect.stringContaining(asked) })
})

describe('a day or a time that does not fit together', () => {
  test.each([
    ['en', 'pay $20 on thursday 27 november', 'That does not fit together: that day is Friday, November 27, 2026.'],
    ['pt-BR', 'pagar R$ 20 quinta 27/11', 'Isso não bate: esse dia é sexta-feira, 27 de novembro de 2026.'],
    ['es', 'pagar 20 pesos el jueves 27/11', 'Eso no coincide: ese día es viernes, 27 de noviembre de 2026.'],
  ])('%s: of “%s” it is said which weekday the day is, and both are offered', (language, wish, why) => {
    const ana = talk(language)
    const asked = ana.say(wish)
    expect(asked).toMatchObject({ about: 'choose', options: [{ n: 1 }, { n: 2 }] })
    expect(asked.text).toContain(why)
    expect(ana.say('2')).toMatchObject({ about: 'preview' })
    expect(ana.pending().envelope.args).toMatchObject({ due: '2026-11-27' })
  })

  test('of a moment either is offered with its time, and is called by its weekday', () => {
    const ana = talk('en', 'moment')
    const { options } = ana.say('pay $20 on thursday 27 november at 15:00')
    expect(options?.map(({ label }) => label)).toEqual([
      'Thursday, November 26, 2026 at 3:00 PM',
      'Friday, November 27, 2026 at 3:00 PM',
    ])
    expect(ana.say('friday 27').about).toBe('preview')
    expect(ana.pending().envelope.args).toMatchObject({ due: '2026-11-27T15:00:00-03:00' })
  })

  test('“sexta” of two days is the Friday, and not the sixth', () => {
    const ana = talk('pt-BR')
    ana.say('pagar R$ 20 quinta 27/11')
    expect(ana.say('sexta').about).toBe('preview')
    expect(ana.pending().envelope.args).toMatchObject({ due: '2026-11-27' })
  })

  test('without a time the day is offered, and then the time is asked for', () => {
    const ana = talk('en', 'moment')
    const { options } = ana.say('pay $20 on thursday 27 november')
    expect(options?.map(({ label }) => label)).toEqual(['Thursday, November 26, 2026', 'Friday, November 27, 2026'])
    expect(ana.say('1').text).toContain('Thursday, November 26, 2026: at what time?')
  })

  test('of what must be still to come the only one that is left is asked about all the same', () => {
    const ana = talk('en', 'ahead')
    const asked = ana.say('pay $20 on saturday 1 march at 15:00')
    expect(asked.text).toContain('That does not fit together: that day is Sunday, March 1, 2026.')
    expect(asked.options).toHaveLength(1)
  })

  test('a time that the clocks leave out is named, and what is before and behind is offered', () => {
    world = createConversationWorld({ catalogue: payments.moment })
    const ana = world.chatOf({ language: 'en', timeZone: 'America/New_York' })
    const { text, options } = ana.say('pay $20 on march 8 at 2:30 am')
    expect(text).toContain('There is no 2:30 AM on Sunday, March 8, 2026: the clocks change then.')
    expect(options).toHaveLength(2)
    ana.say('2')
    expect(ana.pending().envelope.args).toMatchObject({ due: '2026-03-08T03:30:00-04:00' })
  })

  test('a correction that does not fit together is asked about, and confirms nothing', () => {
    const ana = talk('en')
    ana.say('pay $20 tomorrow')
    expect(ana.say('no, on thursday 27 november').about).toBe('choose')
    expect(ana.session().pending).toBeNull()
  })
})

describe('a day or a time in front of what it is for', () => {
  test.each([
    ['en', 'tomorrow pay $20', '2026-03-02'],
    ['en', 'on friday, please pay $20', '2026-03-06'],
    ['en', 'next friday pay twenty dollars.', '2026-03-06'],
    ['pt-BR', 'amanhã pagar R$ 20', '2026-03-02'],
    ['es', 'el viernes que viene pagar 20 pesos', '2026-03-06'],
  ])('%s: “%s” is read as if it stood behind', (language, wish, day) => {
    const ana = talk(language)
    expect(ana.say(wish).about).toBe('preview')
    expect(ana.pending().envelope.args).toMatchObject({ due: day })
  })

  test('of a moment it may be the time as well, or the time is asked for', () => {
    const ana = talk('en', 'moment')
    expect(ana.say('tomorrow at 3 pm pay $20').about).toBe('preview')
    expect(ana.pending().envelope.args).toMatchObject({ due: '2026-03-02T15:00:00-03:00' })
    expect(talk('en', 'moment').say('tomorrow pay $20').text).toContain('Monday, March 2, 2026: at what time?')
  })

  test.each([
    ['en', 'every monday pay $20'],
    ['en', 'tomorrow cancel order 204'],
    ['en', "tomorrow don't pay $20"],
    ['en', 'tomorrow pay $20 and pay $30'],
    ['pt-BR', 'toda segunda pagar a conta'],
    ['es', 'mañana cancela el pedido 204'],
  ])('%s: “%s” is still not done later', (language, wish) => {
    const ana = talk(language)
    expect(ana.say(wish).about).toBe('refusal')
    expect(ana.session().pending).toBeNull()
  })
})

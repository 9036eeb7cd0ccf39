import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonText } from '../json.ts'
import { loadShippedCatalogue, withCommand, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const paid = { customer: 'Maria Souza', cents: 12_000, status: 'paid', refundedCents: 0, notes: [] }

describe('a sum in the currency of the thing that it is about', () => {
  test.each([
    ['en', 'refund order 205 for 10', 'Refund R$10.00 of order 205'],
    ['en', 'refund order 205 for 10 reais', 'Refund R$10.00 of order 205'],
    ['en', 'REFUND_ORDER id=205 amount="10 BRL"', 'Refund R$10.00 of order 205'],
    ['pt-BR', 'estorna 50 do pedido 205', 'R$ 50,00 do pedido 205'],
    ['pt-BR', 'estorna R$ 50 do pedido 205', 'R$ 50,00 do pedido 205'],
    ['es', 'reembolsa 50 reales del pedido 205', 'R$ 50,00 del pedido 205'],
  ])('is shown with it, whether it was said or not: %s: %s', (language, text, title) => {
    const ana = createConversationWorld({ catalogue }).chatOf({ language })
    const { preview, text: shown } = ana.say(text)
    expect(shown).toContain(title)
    expect(preview?.args['amount']).toMatch(/^[15]0\.00 BRL$/u)
  })

  test.each([
    ['en', 'refund order 205 for -R$10'],
    ['en', 'refund -$10 of order 205'],
    ['pt-BR', 'estorna -R$ 10 do pedido 205'],
  ])('that is below nothing is no sum: %s: %s', (language, text) => {
    const ana = createConversationWorld({ catalogue }).chatOf({ language })
    expect(ana.say(text).about).not.toBe('preview')
    ana.say('REFUND_ORDER id=205')
    expect(ana.say('-R$ 10').about).toBe('ask')
  })

  test.each([
    [
      'en',
      'refund order 205 for 10 dollars',
      'Order 205 is in R$ (BRL). Please give the amount in that currency.\nOrder 205 · How',
    ],
    [
      'en',
      'REFUND_ORDER id=205 amount=€10',
      'Order 205 is in R$ (BRL). Please give the amount in that currency.\nOrder 205 · How',
    ],
    [
      'en',
      'refund order 205 for $10',
      'Order 205 is in R$ (BRL). Please give the amount in that currency.\nOrder 205 · How',
    ],
    ['pt-BR', 'estorna 10 dólares do pedido 205', 'Pedido 205: os valores são em R$ (BRL). Diga o valor nessa moeda'],
    ['es', 'reembolsa 10 pesos del pedido 205', 'Pedido 205: los montos son en R$ (BRL). Dime el monto en esa moneda'],
  ])('is asked for, not previewed, where another is said: %s: %s', (language, text, why) => {
    const ana = createConversationWorld({ catalogue }).chatOf({ language })
    expect(ana.say(text)).toMatchObject({ about: 'ask', text: expect.stringContaining(why) })
    expect(ana.say('12,50').preview?.args).toEqual({ id: '205', amount: '12.50 BRL' })
  })

  test.each([
    ['pt-BR', 'devolve 20 e 30 do 204', 'Você disse “20 e 30”: R$ 20,30.'],
    ['es', 'devuelve 20 con 30 del 204', 'Dijiste “20 con 30”: '],
  ])('is read back where it may be two: %s: %s', (language, text, line) => {
    const { preview, text: shown } = createConversationWorld({ catalogue }).chatOf({ language }).say(text)
    expect(shown).toContain(line)
    expect(preview?.args['amount']).toBe('20.30 BRL')
  })

  test.each([
    ['en', 'refund 20 and 30 of 204'],
    ['en', 'refund 20 or 30 of 204'],
    ['pt-BR', 'devolve 20 reais e 30 reais do 204'],
    ['pt-BR', 'devolve 20 ou 30 do 204'],
    ['es', 'devuelve 20 y 30 del 204'],
    ['es', 'devuelve 20 o 30 del 204'],
  ])('is none of two that are said: %s: %s', (language, text) => {
    const ana = createConversationWorld({ catalogue }).chatOf({ language })
    expect(ana.say(text).preview).toBeUndefined()
    expect(ana.session().pending).toBeNull()
  })

  test.each(['para todo', 'parar todo', 'detén todo', 'páralo todo'])(
    '“%s” gives no sum where it is asked for',
    (text) => {
      const ana = createConversationWorld({ catalogue }).chatOf({ language: 'es' })
      expect(ana.say('reembolsa el pedido 205').text).toContain('¿Cuánto')
      expect(ana.say(text).preview?.action).not.toBe('Refund')
    },
  )

  test('is asked for once more when the answer is in another', () => {
    const ana = createConversationWorld({ catalogue }).chatOf()
    ana.say('refund order 205')
    expect(ana.say('10 euros')).toMatchObject({ about: 'ask', text: expect.stringContaining('is in R$ (BRL)') })
    expect(ana.say('10 reais').preview?.args).toEqual({ id: '205', amount: '10.00 BRL' })
  })

  test('corrected by one in another is asked for, too', () => {
    const ana = createConversationWorld({ catalogue }).chatOf()
    ana.say('refund order 205 for 10')
    expect(ana.say('no, 12 euros')).toMatchObject({ about: 'ask', text: expect.stringContaining('is in R$ (BRL)') })
    expect(ana.say('12').preview?.args).toEqual({ id: '205', amount: '12.00 BRL' })
  })

  test('follows the thing when that is another one', () => {
    const { shop, chatOf } = createConversationWorld({ catalogue })
    const ana = chatOf()
    shop.orders.set('204', { ...paid, currency: 'JPY' })
    shop.orders.set('205', { ...paid, currency: 'MXN' })
    expect(ana.say('refund 500 of order 204').preview?.args).toEqual({ id: '204', amount: '500 JPY' })
    expect(ana.say('refund 5.50 of order 204').text).toContain('too many digits after the point')
    expect(ana.say('refund 50 pesos of order 205').preview?.args).toEqual({ id: '205', amount: '50.00 MXN' })
    expect(ana.say('refund $50 of order 205').preview?.args).toEqual({ id: '205', amount: '50.00 MXN' })
  })

  test.each([
    ['+525550000003', '1.250', null],
    ['+525550000003', '1,250', '1250.00 BRL'],
    ['+525550000003', '12.50', '12.50 BRL'],
    ['+525550000003', 'R$ 1.250', '1250.00 BRL'],
    ['+5491150000003', '1.250', '1250.00 BRL'],
    ['+5491150000003', '1,250', null],
  ])('in Spanish from %s: “%s” is %s, and what may be two sums is asked about', (phone, said, amount) => {
    const { shop, chatOf } = createConversationWorld({ catalogue })
    shop.orders.set('205', { ...paid, cents: 900_000 })
    const ana = chatOf({ language: 'es', phone })
    const reply = ana.say(`reembolsa ${said} del pedido 205`)
    expect(reply.preview?.args['amount'] ?? null).toBe(amount)
    expect(reply.text.includes('¿Ese punto o esa coma separa miles o decimales?')).toBe(amount === null)
    // In the marks that they write themselves.
    const example = phone.startsWith('+52') ? 'como 1000 o 1.00.' : 'como 1000 o 1,00.'
    expect(reply.text.includes(example)).toBe(amount === null)
  })

  test('must be said with it where the thing has none', () => {
    const { shop, chatOf } = createConversationWorld({ catalogue })
    const ana = chatOf()
    shop.orders.set('204', { ...paid, currency: '?' })
    expect(ana.say('refund 50 of order 204').text).toContain('In which currency?')
    expect(ana.say('50 USD').preview?.args).toEqual({ id: '204', amount: '50.00 USD' })
  })

  test.each([
    ['en', '+447700900003', 'no, $205'],
    ['en', '+2348012345678', 'make it $205'],
    ['es', '+51987654321', 'no, $205'],
    ['es', '+34612345678', 'no, 205 pesos'],
  ])('of a currency that may be several is asked about, and is no thing: %s of %s: “%s”', (language, phone, text) => {
    const amount = { name: 'amount', kind: 'scalar', required: true, type: 'money', entity: null } as const
    const inAny = withParameter(catalogue, 'REFUND_ORDER', { ...amount, schema: { type: 'number' } }, {})
    const ana = createConversationWorld({ catalogue: inAny }).chatOf({ language })
    ana.person = { ...ana.person, phone }
    ana.say('REFUND_ORDER id=204 amount="50 EUR"')
    expect(ana.say(text)).toMatchObject({ about: 'ask', text: expect.stringMatching(/In which currency|qué moneda/u) })
    expect(ana.say('205 EUR').preview?.args).toEqual({ id: '204', amount: '205.00 EUR' })
  })

  test.each([
    ['es', '+12125550003', '$205', '205.00 USD'],
    ['es-MX', '+12125550003', '$205', '205.00 MXN'],
    ['es', '+595981234567', '$205', null],
    ['es', '+447700900003', '$205', '205.00 ARS'],
    ['en', '+5511990000001', '$205', '205.00 USD'],
    ['es', '+59899123456', '205 pesos', '205.00 UYU'],
  ])('without a code is of where somebody lives: %s of %s: “%s” is %s', (language, phone, text, money) => {
    const amount = { name: 'amount', kind: 'scalar', required: true, type: 'money', entity: null } as const
    const inAny = withParameter(catalogue, 'REFUND_ORDER', { ...amount, schema: { type: 'number' } }, {})
    const ana = createConversationWorld({ catalogue: inAny }).chatOf({ language })
    ana.person = { ...ana.person, phone }
    ana.say('REFUND_ORDER id=204')
    expect(ana.say(text).preview?.args['amount'] ?? null).toBe(money)
  })

  test('is previewed anew when the thing is in another by the time of the confirmation', () => {
    const { shop, chatOf } = createConversationWorld({ catalogue })
    const ana = chatOf()
    ana.say('refund 50 of order 204')
    shop.orders.set('204', { ...paid, currency: 'EUR' })
    expect(ana.say(ana.expect())).toMatchObject({ about: 'ask', text: expect.stringContaining('is in € (EUR)') })
  })
})

test.each([
  ['en', 'refund about 50 of order 204', 'You said “about 50”: R$50.00.'],
  ['en', 'refund 15,00 of order 204', 'You said “15,00”: R$15.00.'],
  ['es', 'reembolsa unos 50 del pedido 204', 'Dijiste “unos 50”'],
  ['pt-BR', 'reembolsa uns 50 do pedido 204', 'Você disse “uns 50”: R$ 50,00.'],
])('a doubt is not passed over: %s: %s', (language, text, line) => {
  const ana = createConversationWorld({ catalogue }).chatOf({ language })
  expect(ana.say(text).text.replaceAll('\u00A0', ' ')).toContain(line)
})

describe('a share of what there is of a thing', () => {
  test.each([
    ['en', 'refund all of order 204', 'Refund R$120.00 of order 204', 'You said “all”: R$120.00.', '120.00 BRL'],
    ['en', 'refund half of 205', 'Refund R$44.95 of order 205', 'You said “half”: R$44.95.', '44.95 BRL'],
    ['en', 'REFUND_ORDER id=205 amount=all', 'Refund R$89.90 of order 205', 'You said “all”', '89.90 BRL'],
    ['pt-BR', 'reembolsa tudo do pedido 204', 'R$ 120,00 do pedido 204', 'Você disse “tudo”: R$ 120,00.', '120.00 BRL'],
    ['es', 'reembolsa la mitad del pedido 204', '60,00 del pedido 204', 'Dijiste “la mitad”', '60.00 BRL'],
    ['en', 'refund 15 percent of 205', 'Refund R$13.48 of order 205', 'You said “15 percent”: R$13.48.', '13.48 BRL'],
    ['en', 'refund order 204 100%', 'Refund R$120.00 of order 204', 'You said “100%”', '120.00 BRL'],
    ['pt-BR', 'estorna 10% do 204', 'R$ 12,00 do pedido 204', 'Você disse “10%”: R$ 12,00.', '12.00 BRL'],
    ['es', 'reembolsa un 10 % del pedido 204', '12,00 del pedido 204', 'Dijiste “un 10 %”', '12.00 BRL'],
    ['es', 'reembolsa el pedido 204 entero', '120,00 del pedido 204', 'Dijiste “entero”', '120.00 BRL'],
    ['pt-BR', 'estorna um 10% do 204', 'R$ 12,00 do pedido 204', 'Você disse “um 10%”: R$ 12,00.', '12.00 BRL'],
    ['es', 'devolvele el 10% al 204', '12,00 del pedido 204', 'Dijiste “10%”', '12.00 BRL'],
  ])('is shown and confirmed as a number: %s: %s', (language, text, title, line, amount) => {
    const { preview, text: shown } = createConversationWorld({ catalogue }).chatOf({ language }).say(text)
    expect(shown).toContain(title)
    expect(shown).toContain(line)
    expect(preview?.args['amount']).toBe(amount)
  })

  test('answers the question, and corrects what is open', () => {
    const ana = createConversationWorld({ catalogue }).chatOf()
    ana.say('refund the rest')
    expect(ana.say('205').preview?.args).toEqual({ id: '205', amount: '89.90 BRL' })
    expect(ana.say('no, half').preview?.args).toEqual({ id: '205', amount: '44.95 BRL' })
    ana.say('refund order 204')
    expect(ana.say('everything').preview?.args).toEqual({ id: '204', amount: '120.00 BRL' })
  })

  test('is of what there is when it is asked for, and another number is previewed anew', () => {
    const { shop, chatOf } = createConversationWorld({ catalogue })
    const ana = chatOf()
    shop.orders.set('204', { ...paid, refundedCents: 2_001 })
    expect(ana.say('refund the rest of order 204').preview?.args).toEqual({ id: '204', amount: '99.99 BRL' })
    shop.orders.set('204', { ...paid, refundedCents: 3_000 })
    expect(ana.say(ana.expect())).toMatchObject({ about: 'preview', text: expect.stringContaining('not work') })
  })

  test.each([
    ['en', 'refund order 204', '10% of it', '12.00 BRL'],
    ['en', 'refund order 204 for 10', 'no, 10% of that', '12.00 BRL'],
    ['pt-BR', 'estorna o 204', 'metade dele', '60.00 BRL'],
    ['pt-BR', 'estorna 10 do 204', 'não, metade disso', '60.00 BRL'],
    ['es', 'devolvele al 204', 'la mitad de eso', '60.00 BRL'],
    ['es', 'devolvele 10 al 204', 'no, el 10% de eso', '12.00 BRL'],
  ])('%s: after “%s” “%s” is a share of that thing', (language, wish, words, amount) => {
    const bia = createConversationWorld({ catalogue }).chatOf({ name: 'Bia', language })
    bia.say(wish)
    expect(bia.say(words).preview?.args).toEqual({ id: '204', amount })
  })

  test.each(['refund 0% of 204', 'refund 101% of 204', 'refund 12.5% of 204', 'refund 10%% of 204'])(
    'is none in “%s”',
    (text) => {
      expect(createConversationWorld({ catalogue }).chatOf().say(text)).toMatchObject({ about: 'help' })
    },
  )

  test('of nothing is refused, with what there is nothing of', () => {
    const { shop, chatOf } = createConversationWorld({ catalogue })
    const ana = chatOf()
    shop.orders.set('204', { ...paid, refundedCents: 12_000 })
    expect(ana.say('refund the rest of order 204')).toMatchObject({
      about: 'refusal',
      text: 'Order 204: there is nothing left for that.',
      command: { status: 'rejected', reason: 'precondition_failed' },
    })
  })

  test('is asked for as a number where nobody knows how much there is, or where the catalogue does not say so', () => {
    const world = createConversationWorld({ catalogue })
    const ana = world.chatOf()
    world.shop.orders.set('204', { ...paid, cents: Number.NaN })
    expect(ana.say('refund half of 204')).toMatchObject({
      about: 'ask',
      text: 'Order 204 · How much should be refunded?',
    })
    const parameters = catalogue.commands.get('REFUND_ORDER')?.parameters.map((each) => {
      const { whole: _whole, ...schema } = each.schema
      return { ...each, schema }
    })
    world.catalogue = withCommand(catalogue, 'REFUND_ORDER', { command: { parameters: parameters ?? [] } })
    ana.say('refund order 205')
    expect(ana.say('half')).toMatchObject({ about: 'ask', text: expect.stringContaining('not a number') })
  })

  test('never is more than there is, and half of it never more than a coin off', () => {
    const { shop, chatOf } = createConversationWorld({ catalogue })
    const ana = chatOf()
    const amountOf = (words: string) =>
      Math.round(Number.parseFloat(jsonText(ana.say(words).preview?.args['amount'] ?? null)) * 100)
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 100_000_000 }), (cents) => {
        shop.orders.set('204', { ...paid, cents })
        expect(amountOf('refund all of order 204')).toBe(cents)
        expect(amountOf('refund half of order 204')).toBe(Math.floor(cents / 2))
        expect(amountOf('refund 99% of order 204')).toBe(Math.floor((cents * 99) / 100))
      }),
      { numRuns: 25 },
    )
  })
})

test('a hyphen cuts no number in words, and what may be two amounts is not previewed as the first half of one', () => {
  const ana = createConversationWorld({ catalogue }).chatOf()
  expect(ana.say('refund order 205 for twenty-five fifty').preview).toBeUndefined()
  expect(ana.say('refund order 205 for thirty-five thirty-five').preview).toBeUndefined()
  expect(ana.say('refund order 205 for twenty-five').preview?.args).toMatchObject({ amount: '25.00 BRL' })
})

test.each([
  ['en', '12.50/kg'],
  ['en', '12.50 per kg'],
  ['en', '12.50 each'],
  ['es', '12,50 por kilo'],
  ['es', '12,50 cada uno'],
  ['pt-BR', '12,50/kg'],
  ['pt-BR', '12,50 o quilo'],
])('a price is one whatever it is of: %s: “%s”', (language, text) => {
  const ana = createConversationWorld({ catalogue }).chatOf({ language })
  ana.say('REFUND_ORDER id=204')
  const reply = ana.say(text)
  expect(reply.preview?.args).toEqual({ id: '204', amount: '12.50 BRL' })
  expect(reply.text).toContain(`“${text}”`)
})

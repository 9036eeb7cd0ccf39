import { beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue, Parameter } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

/** The catalogue where the sum of a refund is of another kind. */
function withRefundOf(schema: Parameter['schema'], type: Parameter['type'] = 'money'): Catalogue {
  const refund = catalogue.commands.get('REFUND_ORDER')
  const parameters = refund?.parameters.map((each) => (each.name === 'amount' ? { ...each, type, schema } : each))
  return withCommand(catalogue, 'REFUND_ORDER', { command: { parameters: parameters ?? [] } })
}

describe('what is missing', () => {
  test('is asked for, one thing at a time', () => {
    expect(ana.say('refund an order').text).toBe('Which order should be refunded? Its number, or the customer’s name.')
    expect(ana.say('205').text).toBe('Order 205 · How much should be refunded?')
    expect(ana.say('12.5').preview?.args).toEqual({ id: '205', amount: '12.50 BRL' })
  })

  test.each([
    ['en', 'cancel an order', 'then 204', 'I want 204', "it's the one from Maria then"],
    ['pt-BR', 'cancelar pedido', 'é o 204 mesmo', 'então o 204', 'pode ser o da Maria'],
    ['es', 'cancelar un pedido', 'entonces el 204', 'quiero el 204', 'pues el de Maria'],
  ])('%s: may be answered in many words', (language, wish, ...answers) => {
    const bia = world.chatOf({ language })
    for (const answer of answers) {
      bia.say(wish)
      expect([answer, bia.say(answer).preview?.target]).toEqual([answer, '204'])
      bia.say('0')
    }
  })

  test('is answered by words that correct nothing which is not asked about', () => {
    ana.say('cancel order 207')
    expect(ana.say('then 208').text).toContain('I did not understand')
    expect(ana.session().pending?.draft.args['id']).toBe('207')
  })

  test('is asked for with what it is about, also where that is not here yet', () => {
    expect(ana.say('ADD_PERSON phone=+5511988887777').text).toContain('+5511988887777 · What are they called?')
    expect(ana.say('Memo').text).toContain('Memo (+5511988887777) · Which role?')
  })

  test('is refused three times at most', () => {
    ana.say('refund order 205')
    expect(ana.say('lots').text).toContain('That is not a number')
    expect(ana.say('lots').about).toBe('ask')
    expect(ana.say('lots').text).toContain('I have stopped asking')
    expect(ana.session().question).toBeNull()
  })

  test('may be asked about before it is answered', () => {
    ana.say('cancel an order')
    expect(ana.say('help refund order').text).toContain('REFUND_ORDER')
    expect(ana.say('help files').text).toMatch(/LIST_FILES.*Still open: Which order/su)
    expect(ana.say('204').preview?.target).toBe('204')
  })

  test.each([
    ['en', 'add a note to order 205', "what's the status of 206?", 'Call her?'],
    ['pt-BR', 'anota no pedido 205', 'qual o status do 206?', 'Ligar pra ela?'],
    ['es', 'agrega una nota al pedido 205', '¿cuál es el estado del 206?', '¿Llamarla?'],
  ])('%s: a question is none of the words that are asked for: “%s”, “%s”', (language, wish, question, words) => {
    const bia = world.chatOf({ name: 'Bia', language })
    expect(bia.say(wish).about).toBe('ask')
    expect(bia.say(question)).toMatchObject({ about: 'outcome', command: { name: 'ORDER_STATUS' } })
    expect(bia.say(words).preview?.args).toEqual({ id: '205', text: words })
  })

  test('lets all that a message looks at be seen meanwhile', () => {
    ana.say('cancel an order')
    expect(
      ana.sayAll('status of 204 and 205').map(({ about, text }) => [about, /Order (\d+)/u.exec(text)?.[1]]),
    ).toEqual([
      ['outcome', '204'],
      ['outcome', '205'],
    ])
    expect(ana.say('207').preview?.target).toBe('207')
  })

  test('counts wrong answers for the question that they answer alone', () => {
    ana.say('cancel an order')
    ana.say('999')
    ana.say('998')
    expect(ana.say('refund order 997')).toMatchObject({ about: 'ask' })
    expect(ana.say('996').about).toBe('ask')
  })

  test.each([
    ['en', 'add a note to order 204', 'add a note to order 204: call her', '204', 'call her'],
    ['en', 'add a note to order 204', 'note on order 205: fragile', '205', 'fragile'],
    ['pt-BR', 'nota no pedido 204', 'adiciona uma nota no pedido 204: ligar antes', '204', 'ligar antes'],
    ['es', 'nota en el pedido 204', 'agrega una nota al pedido 204: llamar antes', '204', 'llamar antes'],
  ])('in %s may be said with the whole request again: %s, %s', (language, request, again, id, text) => {
    const chat = world.chatOf({ language })
    expect(chat.say(request).about).toBe('ask')
    expect(chat.say(again).preview?.args).toEqual({ id, text })
  })

  test.each([
    ['en', 'which month'],
    ['pt-BR', 'que mês'],
    ['es', 'qué mes'],
  ])('in %s is asked for where a month is none, instead of failing', (language, words) => {
    const chat = world.chatOf({ language })
    const asked = chat.say('MONTHLY_REPORT month=Smarch')
    expect(asked).toMatchObject({ about: 'ask', text: expect.stringContaining(words) })
    chat.say('01/2026')
    expect(chat.replies.at(-1)?.command?.name).toBe('MONTHLY_REPORT')
  })

  test('is a text even if it would ask for something else later', () => {
    ana.say('add a note to order 204')
    expect(ana.say('cancel order 205 on Friday').preview?.args).toEqual({
      id: '204',
      text: 'cancel order 205 on Friday',
    })
  })

  test('is dropped by 0 where a number must be more', () => {
    ana.say('refund order 205')
    expect(ana.say('0').text).toBe('Dropped. Nothing was done.')
    expect(ana.session().question).toBeNull()
  })

  test.each([
    ['en', 'REFUND_ORDER id=205', '(0 drops this. For a sum of zero, write 0.00.)', '0.00'],
    ['pt-BR', 'REFUND_ORDER id=205', '(0 desiste disto. Para um valor zero, escreva 0,00.)', '0,00'],
    ['es', 'REFUND_ORDER id=205', '(0 descarta esto. Para un importe de cero, escribe 0,00.)', '0,00'],
    ['en', 'REFUND_ORDER id=205', 'write 0.00', 'R$ 0'],
  ])(
    'for a sum that may be zero is dropped by 0 as well, and says how zero is written: %s',
    (language, wish, hint, zero) => {
      world.catalogue = withRefundOf({ type: 'number', currency: 'order.currency', minimum: 0 })
      const chat = world.chatOf({ language })
      expect(chat.say(wish).text).toContain(hint)
      expect(chat.say('0').about).toBe('info')
      expect(chat.session().question).toBeNull()
      chat.say(wish)
      expect(chat.say(zero).preview?.args).toEqual({ id: '205', amount: '0.00 BRL' })
    },
  )

  test('for a sum of a currency of its own that may be zero is dropped by 0 as well', () => {
    world.catalogue = withRefundOf({ type: 'number', currency: 'BRL', minimum: 0 })
    ana.say('refund order 205')
    expect(ana.say('0').text).toBe('Dropped. Nothing was done.')
    ana.say('refund order 205')
    expect(ana.say('0.00').preview?.args).toEqual({ id: '205', amount: '0.00 BRL' })
  })

  test('speaks of no zero where a sum must be more', () => {
    expect(ana.say('refund order 205').text).not.toContain('zero')
  })

  test.each([
    ['en', 'integer', 'For the number zero, write “zero”', ['zero', '00', 'zero please']],
    ['es', 'integer', 'Para el número cero, escribe “cero”', ['cero']],
    ['pt-BR', 'integer', 'Para o número zero, escreva “zero”', ['zero']],
    ['en', 'decimal', 'For the number zero, write “zero”', ['zero', '0.0']],
    ['en', 'percent', 'For zero percent, write 0%', ['0%', 'zero percent', 'zero']],
    ['es', 'percent', 'Para un cero por ciento, escribe 0%', ['0%', 'cero por ciento']],
    ['pt-BR', 'percent', 'Para zero por cento, escreva 0%', ['0%', 'zero por cento']],
  ] as const)(
    '%s: for a number of the type %s that may be zero is dropped by 0 as well, and says so: %s',
    (language, type, hint, zeros) => {
      world.catalogue = withRefundOf({ type: type === 'integer' ? type : 'number', minimum: 0 }, type)
      const chat = world.chatOf({ language })
      expect(chat.say('REFUND_ORDER id=205').text).toContain(hint)
      expect(chat.say('0').about).toBe('info')
      expect(chat.session().question).toBeNull()
      for (const zero of zeros) {
        chat.say('REFUND_ORDER id=205')
        expect([zero, chat.say(zero).preview?.args]).toEqual([zero, { id: '205', amount: 0 }])
      }
    },
  )

  test.each([
    ['en', 'cancel an order', 'CANCEL'],
    ['pt-BR', 'cancela um pedido', 'CANCELAR'],
    ['es', 'cancela un pedido', 'CANCELAR'],
  ])('for a thing is dropped by 0, as there is none of that number: %s', (language, wish, word) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say('xyzzy').text).toContain(`\n${word} `)
    expect(chat.say('0').about).toBe('info')
    expect(chat.session().question).toBeNull()
    chat.say(wish)
    chat.say(word)
    expect(chat.session().question).toBeNull()
  })

  test.each([
    ['en', 'cancel an order', "what's the weather like tomorrow?", 'I think it is 204'],
    ['pt-BR', 'cancela um pedido', 'como vai ficar o tempo amanhã?', 'acho que é o 204'],
    ['es', 'cancela un pedido', '¿cómo va a estar el tiempo mañana?', 'creo que es el 204'],
  ])('stays open for a question, which is no try: %s', (language, wish, question, answer) => {
    const chat = world.chatOf({ language })
    const asked = chat.say(wish).text
    for (let tries = 0; tries < 4; tries++) expect(chat.say(question).text).toContain(asked.split('\n')[0])
    expect(chat.session().question).toMatchObject({ tries: 0 })
    expect(chat.say(answer).preview?.target).toBe('204')
  })

  test.each([
    ['en', 'cancel an order', 'nevermind, cancel order 205 instead'],
    ['pt-BR', 'reativa um pedido', 'esquece, cancela o pedido 205'],
    ['es', 'reactiva un pedido', 'olvídalo, cancela el pedido 205'],
  ])('gives way to what is asked for instead: %s', (language, wish, instead) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(instead)).toMatchObject({ command: { name: 'CANCEL_ORDER' }, preview: { target: '205' } })
  })

  test.each([
    ['en', 'add a person', 'cancel order 205', 'Left aside: Add a person.'],
    [
      'pt-BR',
      'cadastra a Bia com o telefone +5511990000042',
      'cancela o pedido 205',
      'Deixei de lado: Cadastrar uma pessoa.',
    ],
    [
      'es',
      'registra a Bia con el teléfono +5491150000042',
      'cancela el pedido',
      'Dejo de lado: Registrar a una persona.',
    ],
  ])('says that it is left for another wish: %s', (language, wish, other, told) => {
    const chat = world.chatOf({ language })
    expect(chat.say(wish)).toMatchObject({ about: expect.stringMatching(/ask|choose/u) })
    expect(chat.say(other).text.split('\n')[0]).toBe(told)
  })

  test.each([
    ['en', 'refund order 204', 'status of an order', 'Left aside: Refund an order.'],
    ['pt-BR', 'estornar o pedido 204', 'status de um pedido', 'Deixei de lado: Reembolsar um pedido.'],
    ['es', 'reembolsa el pedido 204', 'estado de un pedido', 'Dejo de lado: Reembolsar un pedido.'],
  ])('says that it is left for a look that asks itself: %s', (language, wish, look, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(look).text.split('\n')[0]).toBe(told)
    expect(chat.say('205').command).toMatchObject({ name: 'ORDER_STATUS' })
  })

  test('is not said to be left by a look at something, nor by the same wish in full', () => {
    ana.say('cancel an order')
    expect(ana.say('status of order 205').text).not.toContain('Left aside')
    expect(ana.say('cancel order 204').text).not.toContain('Left aside')
    expect(ana.say('status of order 205').text).not.toContain('Left aside')
  })

  test.each([
    ['en', 'sales on 31 november', 'sales this week'],
    ['en', 'status of an order', 'status of order 205'],
    ['pt-BR', 'vendas de 31 de novembro', 'vendas de ontem'],
    ['es', 'ventas del 31 de noviembre', 'ventas de ayer'],
  ])('%s: of the look “%s” is answered by “%s”', (language, wish, anew) => {
    const chat = world.chatOf({ language })
    expect(chat.say(wish).about).toBe('ask')
    expect(chat.say(anew).about).toBe('outcome')
    expect(chat.session().question).toBeNull()
  })

  test('of a look is not answered by another look', () => {
    ana.say('sales on 31 november')
    expect(ana.say('status of order 205').text).toContain('Still open: Of which day?')
  })

  test('for a thing is answered by 0 where there is one of that number', () => {
    world.shop.orders.set('0', { customer: 'Zoe', cents: 100, status: 'paid', refundedCents: 0, notes: [] })
    ana.say('cancel an order')
    expect(ana.say('0').preview?.target).toBe('0')
  })

  test.each(['cancel', 'no', 'never mind', 'actually never mind'])('is dropped by “%s”', (text) => {
    ana.say('cancel an order')
    expect(ana.say(text).text).toBe('Dropped. Nothing was done.')
    expect(ana.session().question).toBeNull()
  })

  test.each(['205, no 207', '205 no 207'])('is not answered by “%s”, which may be either', (text) => {
    ana.say('cancel an order')
    expect(ana.say(text).about).toBe('ask')
    expect(ana.say('205 but not 207').preview?.target).toBe('205')
  })

  test('is corrected by “no, 206”', () => {
    ana.say('cancel an order')
    ana.say('204')
    expect(ana.say('no, 205').preview?.target).toBe('205')
  })

  test('stays asked while something is looked up, with a line that says so', () => {
    ana.say('refund order 205')
    expect(ana.say('status of order 205').text).toMatch(/Still open: Order 205 · How much should be refunded\?$/u)
    expect(ana.say('help').text).toMatch(/Still open: Order 205 · How much should be refunded\?$/u)
    expect(ana.say('10').preview?.args).toEqual({ id: '205', amount: '10.00 BRL' })
  })

  test('is not asked any more once a new mutation is wanted', () => {
    ana.say('refund order 205')
    ana.say('reinstate order 206')
    expect(ana.session().question).toBeNull()
  })

  test('is dropped first, and the preview behind it stays', () => {
    ana.say('cancel order 204')
    ana.say("what is the status of Pedro's order")
    expect(ana.say('0').text).toBe('Dropped. Nothing was done.\n\nStill waiting for you: Cancel order 204')
    expect(ana.say('0').text).toBe('Dropped: Cancel order 204. Nothing was done.')
  })
})

describe('a choice', () => {
  test.each([
    ['en', 'change language', ['English', 'Spanish', 'Portuguese'], 'English'],
    ['pt-BR', 'mudar o idioma', ['Inglês', 'Espanhol', 'Português'], 'Inglês'],
    ['es', 'cambia el idioma', ['Inglés', 'Español', 'Portugués'], 'Inglés'],
  ])('%s: is listed with numbers, and taken by number or by word', (language, wish, labels, word) => {
    const chat = world.chatOf({ language })
    const asked = chat.say(wish)
    expect(asked.options?.map(({ label }) => label)).toEqual(labels)
    expect(asked.text).toContain(`\n1. ${word}\n`)
    for (const answer of ['1', word, 'en']) {
      chat.say(wish)
      expect(chat.say(answer).preview?.args).toEqual({ code: 'en' })
      chat.say('0')
    }
  })

  test('is listed again for a number that is none of them, and dropped by 0', () => {
    ana.say('change language')
    expect(ana.say('7').text).toMatch(/^That is none of these\..*\n1\. English/su)
    expect(ana.say('0').text).toBe('Dropped. Nothing was done.')
  })
})

describe('several candidates', () => {
  test('are listed with what tells them apart, never guessed', () => {
    const reply = ana.say("cancel Pedro's order")
    expect(reply).toMatchObject({
      about: 'choose',
      options: [
        { n: 1, label: '207 — Pedro Alves, R$75.00, paid' },
        { n: 2, label: '208 — Pedro Alves, R$142.30, paid' },
      ],
    })
    expect(world.ledger.commands.size).toBe(0)
  })

  test.each(['2', 'two', '208', 'option 2'])('are chosen by “%s”', (text) => {
    ana.say("cancel Pedro's order")
    expect(ana.say(text).preview?.target).toBe('208')
  })

  test('are listed again for a number that is none of them, three times at most', () => {
    ana.say("cancel Pedro's order")
    expect(ana.say('9').text).toMatch(/^That is none of these\./u)
    expect(ana.say('9').about).toBe('choose')
    expect(ana.say('9').text).toContain('I have stopped asking')
  })

  test('do not cost a try of their own', () => {
    ana.say('cancel an order')
    expect(ana.say('Pedro').about).toBe('choose')
    ana.say('9')
    expect(ana.say('9').about).toBe('choose')
  })

  test.each([
    ['en', "cancel Pedro's order", 'the one of 75', '207'],
    ['en', "cancel Pedro's order", 'R$142.30', '208'],
    ['en', "cancel Pedro's order", 'Maria', '204'],
    ['en', "cancel Pedro's order", 'actually 2', '208'],
    ['en', "cancel Pedro's order", 'no, 1', '207'],
    ['pt-BR', 'cancela o pedido do Pedro', 'o de 75', '207'],
    ['pt-BR', 'cancela o pedido do Pedro', 'melhor o 204', '204'],
    ['es', 'cancela el pedido de Pedro', 'el de 142', '208'],
    ['es', 'cancela el pedido de Pedro', 'mejor el 204', '204'],
  ])('%s: after “%s” are called “%s”, or something else of their kind', (language, wish, words, target) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).preview?.target).toBe(target)
  })

  test.each([
    ['en', "cancel Pedro's order", ['the one of 1250', '1250', 'the one of 1,250', 'the one of R$1,250.00', '1250.00']],
    ['pt-BR', 'cancela o pedido do Pedro', ['o de 1250', 'o de 1.250', 'o de R$ 1.250,00']],
    ['es', 'cancela el pedido de Pedro', ['el de 1250', 'el de 1.250']],
  ])('%s: after “%s” a sum of more than a thousand needs no mark: %j', (language, wish, words) => {
    const rest = { status: 'paid', refundedCents: 0, notes: [] }
    world.shop.orders.set('209', { customer: 'Pedro Reis', cents: 125_000, ...rest })
    world.shop.orders.set('211', { customer: 'Pedro Reis', cents: 1250, ...rest })
    for (const said of words) {
      const chat = world.chatOf({ language })
      chat.say(wish)
      expect([said, chat.say(said).preview?.target]).toEqual([said, '209'])
    }
  })

  test('are listed again when all of them are called so, and those alone that are', () => {
    world.shop.orders.set('209', { customer: 'Pedro Reis', cents: 900, status: 'paid', refundedCents: 0, notes: [] })
    ana.say("cancel Pedro's order")
    expect(ana.say('Pedro').options).toHaveLength(3)
    expect(ana.say('Pedro Alves').options?.map(({ label }) => label.slice(0, 3))).toEqual(['207', '208'])
    expect(ana.say('2').preview?.target).toBe('208')
  })

  test('stay open beside another wish', () => {
    ana.say("cancel Pedro's order")
    expect(ana.say('order number 205').text).toMatch(/João Lima.*Still open: Which order/su)
    expect(ana.say('1').preview?.target).toBe('207')
  })

  test.each([
    ['en', "cancel Pedro's order", ['I do not know', 'box 7', 'the moon is made of cheese']],
    ['es', 'cancela el pedido de Pedro', ['no sé', 'la caja 7', 'hoy llueve']],
    ['pt-BR', 'cancela o pedido do Pedro', ['não sei', 'caixa 7', 'hoje vai chover']],
  ] as const)('%s: are listed again, once, to words that name nothing', (language, wish, answers) => {
    const chat = world.chatOf({ language })
    const [question = '', ...list] = chat.say(wish).text.split('\n')
    for (const answer of answers) {
      const { about, text } = chat.say(answer)
      expect([answer, about, text.split('\n').slice(1)]).toEqual([answer, 'choose', [question, ...list]])
    }
    expect(chat.say('2').preview?.target).toBe('208')
  })

  test('stay open beside the words of another command, which the help is about', () => {
    ana.say("cancel Pedro's order")
    const { about, text } = ana.say('refund because of the moon and the stars')
    expect(about).toBe('help')
    expect(text).toMatch(/Refund an order.*Still open: Which order/su)
  })

  test('pt-BR: a whole wish for another order is none of them', () => {
    const chat = world.chatOf({ language: 'pt-BR' })
    chat.say('cancela o pedido do Pedro')
    expect(chat.say('pedido n° 205').text).toContain('João Lima')
  })

  test('leave what else was said as it was', () => {
    ana.say("refund 10 of Pedro's order")
    expect(ana.say('1').preview?.args).toEqual({ id: '207', amount: '10.00 BRL' })
  })

  test('are dropped by 0', () => {
    ana.say("cancel Pedro's order")
    expect(ana.say('0').text).toBe('Dropped. Nothing was done.')
  })

  test('beyond nine are not listed', () => {
    for (let n = 0; n < 9; n++)
      world.shop.orders.set(`30${n}`, { customer: 'Pedro', cents: 1, status: 'paid', refundedCents: 0, notes: [] })
    expect(ana.say("cancel Pedro's order").text).toContain('Too many match “Pedro”')
  })
})

describe('what does not exist', () => {
  describe('where all there are can be listed', () => {
    beforeEach(() => {
      const order = catalogue.entities.get('order')
      if (order?.byName == null) throw new TypeError('Orders have no names')
      const entities = new Map(catalogue.entities).set('order', { ...order, all: order.byName })
      world = createConversationWorld({ catalogue: { ...catalogue, entities } })
      ana = world.chatOf()
    })

    test.each([
      ['en', "cancel Zacarias's order", /^(?=.*“Zacarias”).*\n.*order.*\n1\. 204/isu],
      ['pt-BR', 'cancela o pedido do Zacarias', /^(?=.*“Zacarias”).*\n.*pedido.*\n1\. 204/isu],
      ['es', 'cancela el pedido de Zacarías', /^(?=.*“Zacarías”).*\n.*pedido.*\n1\. 204/isu],
    ])('%s: is one of them, and none is taken before it was chosen: %s', (language, wish, told) => {
      const chat = world.chatOf({ language })
      const asked = chat.say(wish)
      expect(asked).toMatchObject({ about: 'choose', text: expect.stringMatching(told) })
      expect(asked.options).toHaveLength(5)
      expect(chat.session().pending).toBeNull()
      expect(chat.say('2').preview?.target).toBe('205')
    })

    test('is asked for alone where they are many', () => {
      for (let n = 0; n < 9; n++)
        world.shop.orders.set(`30${n}`, { customer: 'Rui', cents: 1, status: 'paid', refundedCents: 0, notes: [] })
      expect(ana.say("cancel Zacarias's order").about).toBe('ask')
    })

    test('has what is near it listed, where something is', () => {
      expect(ana.say('cancel order 214')).toMatchObject({ about: 'ask', text: expect.stringContaining('nearest') })
    })

    test('is answered and not asked for where a read names it', () => {
      expect(ana.say('status of order of Zacarias').about).toBe('refusal')
    })
  })

  test.each([
    ['en', 'remove the note of order 205', 'There is no note that says “205”, and none on such an order.'],
    ['pt-BR', 'apaga a nota do pedido 205', 'Não há nota que diga “205”, nem em um pedido assim.'],
    ['es', 'borra la nota del pedido 205', 'No hay ninguna nota que diga “205”, ni en un pedido así.'],
  ])('is no note of that number where an order without notes was named: %s', (language, wish, answer) => {
    expect(world.chatOf({ language }).say(wish).text).toContain(answer)
  })

  test('is an answer for a read, and nothing stays open', () => {
    expect(ana.say('status of order 999')).toMatchObject({
      about: 'refusal',
      text: expect.stringMatching(/^There is no order “999”\.\nThe nearest ones:\n• 208/u),
    })
    expect(ana.session().question).toBeNull()
  })

  test('is asked for again by a mutation, by number or by name', () => {
    expect(ana.say('cancel order 999').text).toMatch(/^There is no order “999”\.\n(?:.*\n)+Which order/u)
    expect(ana.say('Maria').preview?.target).toBe('204')
  })

  test('keeps a read asking that had asked before', () => {
    ana.say('order status')
    expect(ana.say('999').about).toBe('ask')
    expect(ana.say('204').text).toContain('Maria Souza')
  })
})

test.each([
  ['en', 'cancel order', '205, no, 207', { id: '207' }],
  ['en', 'cancel order', '205 sorry 207', { id: '207' }],
  ['pt-BR', 'cancela um pedido', 'o 205, ops, o 207', { id: '207' }],
  ['es', 'cancela un pedido', 'el 205, perdón, el 207', { id: '207' }],
  ['en', 'refund order 205', '20, no, 30', { id: '205', amount: '30.00 BRL' }],
  ['pt-BR', 'reembolsa o 205', '20 reais, na verdade 30', { id: '205', amount: '30.00 BRL' }],
  ['es', 'reembolsa el 205', '20, no, 30', { id: '205', amount: '30.00 BRL' }],
] as const)('%s: after “%s”, “%s” is what somebody came to in the same breath', (language, wish, words, args) => {
  const chat = world.chatOf({ language })
  chat.say(wish)
  expect(chat.say(words).preview).toMatchObject({ args })
})

describe('"no," and a number, to a question for something else', () => {
  test.each([
    ['en', 'refund order 205', 'no, 207', 'Order 207 · How much should be refunded?', '50'],
    ['pt-BR', 'reembolsa o 205', 'não, o 207', 'Pedido 207 · Quanto devo reembolsar?', '50'],
    ['es', 'reembolsa el 205', 'no, el 207', 'Pedido 207 · ¿Cuánto hay que reembolsar?', '50'],
  ])('%s: after “%s”, “%s” is the other thing', (language, wish, words, told, amount) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).text).toBe(told)
    expect(chat.say(amount).preview).toMatchObject({ target: '207', args: { amount: '50.00 BRL' } })
  })

  test.each([
    ['en', 'add a note to order 205', 'no, 207', 'Order 207 · What should the note say?'],
    ['en', 'add a note to order 205', 'no, to 207', 'Order 207 · What should the note say?'],
    ['en', 'add a note to order 205', 'sorry, order 207', 'Order 207 · What should the note say?'],
    ['pt-BR', 'anota no pedido 205', 'não, é no 207', 'Pedido 207 · O que a nota deve dizer?'],
    ['es', 'anota en el 205', 'perdón, en el 207', 'Pedido 207 · ¿Qué debe decir la nota?'],
  ])('%s: after “%s”, “%s” is the other thing and no text', (language, wish, words, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(words).text).toBe(told)
    expect(chat.say('call first').preview).toMatchObject({ target: '207', args: { text: 'call first' } })
  })

  test.each(['no, 999', 'no, 207 is late', '207', 'no, the second', '“no, 207”'])(
    'is the text after all: %s',
    (words) => {
      ana.say('add a note to order 205')
      expect(ana.say(words).preview).toMatchObject({ target: '205', args: { text: words.replaceAll(/[“”]/gu, '') } })
    },
  )

  test('is the answer where there is no such thing, or it is no number of a thing', () => {
    ana.say('refund order 205')
    expect(ana.say('no, 50').preview).toMatchObject({ target: '205', args: { amount: '50.00 BRL' } })
    ana.say('refund order 205')
    expect(ana.say('no, 20.50').preview).toMatchObject({ target: '205', args: { amount: '20.50 BRL' } })
  })
})

test.each([
  ['en', "cancel Pedro's order", 'both', /^One after the other, please: which is the first\?\n.*\n1\. 207/u],
  ['pt-BR', 'cancela o pedido do pedro', 'os dois', /^Um de cada vez, por favor: qual é o primeiro\?\n.*\n1\. 207/u],
  ['es', 'cancela el pedido de pedro', 'los dos', /^Uno por uno, por favor: ¿cuál es el primero\?\n.*\n1\. 207/u],
])('%s: to the list of “%s”, “%s” is no number', (language, wish, words, told) => {
  const chat = world.chatOf({ language })
  chat.say(wish)
  expect(chat.say(words).text).toMatch(told)
  expect(chat.say('2').preview?.target).toBe('208')
})

test.each([
  ['en', 'refund order 204', 'cancel it'],
  ['pt-BR', 'reembolsa o 204', 'cancela isso'],
  ['es', 'reembolsa el 204', 'cancelalo'],
  ['en', "cancel Pedro's order", 'cancel that'],
])('%s: at the question of “%s”, “%s” drops that, whatever was looked at before', (language, wish, words) => {
  const chat = world.chatOf({ language })
  chat.say('ORDER_STATUS id=205')
  chat.say(wish)
  expect(chat.say(words).about).toBe('info')
  expect(chat.session()).toMatchObject({ question: null, pending: null })
})

test('a number that belongs to no open list gets a fresh menu, which 0 closes', () => {
  const menu = ana.say('7')
  expect(menu.about).toBe('menu')
  expect(menu.text).toContain('belongs to no list')
  expect(ana.say('0').text).toContain('Menu closed')
  expect(ana.say('0').text).toContain('Nothing is open')
})

test('an order that does not exist is answered with the nearest ones, and none of them is taken', () => {
  const asked = ana.say('cancel order 210')
  expect(asked.about).toBe('ask')
  expect(asked.text).toMatch(/nearest ones:\n• 208 — Pedro Alves.*\n• 207/u)
  expect(ana.say('status of order 999').text).toContain('208 — Pedro Alves')
})

describe('the text of a note that is asked for', () => {
  test.each([
    ['en', 'note on order 204', 'wait'],
    ['en', 'note on order 204', 'what?'],
    ['pt-BR', 'anota no 204', 'pera'],
    ['pt-BR', 'anota no 204', 'oi?'],
    ['es', 'anota en el 204', 'espera'],
    ['es', 'anota en el 204', 'mande?'],
  ])('%s: %s: goes on being asked for after “%s”', (language, wish, text) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(text).preview).toBeUndefined()
    expect(chat.say('abc').preview).toMatchObject({ target: '204', args: { text: 'abc' } })
  })

  test('is what is put in quotes', () => {
    ana.say('note on order 204')
    expect(ana.say('"hello"').preview?.args['text']).toContain('hello')
  })

  test.each([
    [
      'en',
      'note on order 204',
      'nope',
      'Dropped. Nothing was done.\nA text that is just “no” is put in quotation marks.',
    ],
    ['pt-BR', 'anota no 204', 'não não', 'Deixei pra lá. Nada foi feito.\nUm texto que seja só “não” vai entre aspas.'],
    ['es', 'anota en el 204', '👎', 'Listo, lo dejo. No se hizo nada.\nUn texto que sea solo “no” va entre comillas.'],
  ])('%s: %s: is no “%s” alone, which drops it', (language, wish, no, told) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(no)).toMatchObject({ about: 'info', text: told })
    expect(chat.session().question).toBeNull()
    chat.say(wish)
    expect(chat.say('“no”').preview?.args['text']).toBe('no')
  })

  test('is none in Portuguese: “nada nao”', () => {
    const chat = world.chatOf({ language: 'pt-BR' })
    chat.say('anota no 204')
    expect(chat.say('nada nao').about).toBe('info')
    expect(chat.session().question).toBeNull()
  })

  const others = [
    ['en', 'note on order 204', 'cancel order 205', 'Cancel', '205'],
    ['en', "note on Maria's order", 'actually refund 10 of 205', 'Refund', '205'],
    ['pt-BR', 'anota no 204', 'na verdade devolve 10 do 205', 'Refund', '205'],
    ['es', 'anota en el 204', 'cancela el 205', 'Cancel', '205'],
  ] as const

  test.each(others)('%s: %s: may be another wish, “%s”: which is asked', (language, wish, text, action, target) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(text)).toMatchObject({ about: 'choose', options: [{}, {}] })
    expect(chat.say('2').preview).toMatchObject({ action, target })
    chat.say('0')
    chat.say(wish)
    chat.say(text)
    expect(chat.say('1').preview).toMatchObject({ action: 'AddNote', target: '204', args: { text } })
  })

  test('is taken where the other may not be asked for, or is only told of', () => {
    const bia = world.chatOf({ roles: ['operator'] })
    bia.say('note on order 204')
    expect(bia.say('add Carla, +55 11 98888-7777, as operator').preview).toMatchObject({ action: 'AddNote' })
    ana.say('note on order 204')
    expect(ana.say('she wants to cancel order 205').preview?.action).toBe('AddNote')
  })
})

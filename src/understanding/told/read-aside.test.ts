import { describe, expect, test } from 'vitest'
import { loadClinic, loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())
const readAtClinic = createReader(await loadClinic())
const nothing = { kind: 'nothing' } as const

describe('what is told around what is asked for', () => {
  test.each([
    ['en', 'it arrived broken, cancel order 204', '204', 'it arrived broken'],
    ['en', 'no stock - cancel order 204', '204', 'no stock'],
    ['en', 'out of stock so cancel order 204', '204', 'out of stock'],
    ['en', 'since it never arrived, cancel order 204', '204', 'it never arrived'],
    ['en', 'order 204 is a duplicate, cancel it', '204', 'order 204 is a duplicate'],
    ['en', 'Maria changed her mind, cancel her order', 'Maria', 'Maria changed her mind'],
    ['pt-BR', 'endereço errado, cancela o 204', '204', 'endereço errado'],
    ['pt-BR', 'como não chegou, cancela o pedido 204', '204', 'não chegou'],
    ['pt-BR', 'a Maria mudou de ideia, cancela o pedido dela', 'Maria', 'a Maria mudou de ideia'],
    ['es', 'ya no lo quiere, cancela el 204', '204', 'ya no lo quiere'],
    ['es', 'el 204 está duplicado, cancélalo', '204', 'el 204 está duplicado'],
  ])('is the reason where the command takes one, in %s: “%s”', (language, text, id, reason) => {
    expect(read(text, nothing, language)).toMatchObject({ wishes: [{ command: 'CANCEL_ORDER', args: { id, reason } }] })
    expect(read(text, nothing, language)).not.toHaveProperty('aside')
  })

  test.each([
    ['en', 'cancel order 204 for the delay', 'for the delay'],
    ['en', 'cancel order 204 for the delay please', 'for the delay please'],
    ['pt-BR', 'cancela o 204 pelo atraso', 'pelo atraso'],
    ['es', 'cancela el 204 por el retraso', 'por el retraso'],
  ])('needs neither a pause nor a “because” where it is a whole reason, in %s: “%s”', (language, text, reason) => {
    expect(read(text, nothing, language)).toMatchObject({
      wishes: [{ command: 'CANCEL_ORDER', args: { id: '204', reason } }],
    })
  })

  test.each([
    ['en', 'reinstate the order of Maria because she paid', 'Maria', 'because she paid'],
    ['en', 'reinstate the order of Maria bc she paid', 'Maria', 'because she paid'],
    ['es', 'reactiva el pedido de Maria porque pagó', 'Maria', 'porque pagó'],
    ['es', 'reactiva el pedido de Maria xq pagó', 'Maria', 'porque pagó'],
    ['es', 'reactiva el pedido 206 xq el cliente lo pidió', '206', 'porque el cliente lo pidió'],
    ['pt-BR', 'reativa o pedido da Maria porque ela pagou', 'Maria', 'porque ela pagou'],
    ['pt-BR', 'reativa o pedido da Maria pq ela pagou', 'Maria', 'ela pagou'],
  ])('a reason is no end of a name, nor is a shortened one, in %s: “%s”', (language, text, id, aside) => {
    const reading = read(text, nothing, language)
    expect(reading).toMatchObject({ wishes: [{ command: 'REINSTATE_ORDER', args: { id } }] })
    expect(reading).toHaveProperty('aside', expect.stringContaining(aside))
  })

  test.each([
    ['en', 'refund 10 on 204 for the delay', 'for the delay'],
    ['en', 'refund 10 on 204 as an apology', 'as an apology'],
    ['en', 'due to the delay refund 10 on 204', 'due to the delay'],
    ['en', 'for the delay, refund 10 on 204', 'for the delay'],
    ['pt-BR', 'reembolsa 10 no 204 pelo atraso', 'pelo atraso'],
    ['pt-BR', 'devido ao atraso estorna 10 do 204', 'devido ao atraso'],
    ['pt-BR', 'estorna 10 do 204 como cortesia', 'como cortesia'],
    ['es', 'devuelve 10 del 204 por el retraso', 'por el retraso'],
    ['es', 'debido al retraso devuelve 10 del 204', 'debido al retraso'],
    ['es', 'reembolsa 10 del 204 como disculpa', 'como disculpa'],
  ])('is kept as it was said as well, in %s: “%s”', (language, text, aside) => {
    const reading = read(text, nothing, language)
    expect(reading).toMatchObject({ wishes: [{ command: 'REFUND_ORDER' }], aside })
    expect(reading.kind === 'wishes' && reading.wishes[0]?.args).toEqual({ id: '204', amount: '10' })
  })

  test('is the end of no name', () => {
    expect(readAtClinic('book Ana with Eva for the delay', nothing, 'en')).toMatchObject({
      wishes: [{ args: { patient: 'Ana', dentist: 'Eva' } }],
      aside: 'for the delay',
    })
    expect(readAtClinic('book Ana For the Delay Souza with Eva', nothing, 'en')).toMatchObject({
      wishes: [{ args: { patient: 'Ana For the Delay Souza', dentist: 'Eva' } }],
    })
  })

  test.each([
    ['en', 'refund 10 on order 204 because it was late', 'because it was late'],
    ['en', 'refund order 204 for 10, it arrived broken', 'it arrived broken'],
    ['en', 'it was late, refund 10 on order 204. The customer is angry', 'it was late … The customer is angry'],
    ['pt-BR', 'estorna 10 do 204 por causa do atraso', 'por causa do atraso'],
    ['es', 'reembolsa 10 del 204, llegó tarde', 'llegó tarde'],
    ['en', 'refund 10 on order 204, the customer moved', 'the customer moved'],
    ['pt-BR', 'a Beatriz pagou, estorna 10 do 204', 'a Beatriz pagou'],
    ['pt-BR', 'estorna 10 do 204, Beatriz já pagou', 'Beatriz já pagou'],
    ['es', 'Beatriz ya pagó, reembolsa 10 del 204', 'Beatriz ya pagó'],
  ])('is kept as it was said where none is taken, in %s: “%s”', (language, text, aside) => {
    expect(read(text, nothing, language)).toMatchObject({
      wishes: [{ command: 'REFUND_ORDER', args: { id: '204', amount: '10' } }],
      aside,
    })
  })

  test.each([
    ['en', 'hi, this is Ana, cancel order 204'],
    ['en', 'cancel order 204, thank you so much Bob'],
    ['en', 'next: cancel order 204'],
    ['en', 'Maria wants to cancel order 204'],
    ['en', 'the customer asked me to cancel order 204'],
    ['pt-BR', 'aqui é a Ana, cancela o 204'],
    ['pt-BR', 'a cliente ligou, quer cancelar o 204'],
    ['en', 'Maria called, she wants order 204 cancelled'],
    ['en', 'the customer needs order 204 cancelled'],
    ['pt-BR', 'a Maria ligou, quer o pedido 204 cancelado'],
    ['es', 'María llamó, quiere el pedido 204 cancelado'],
    ['pt-BR', 'a Maria pediu pra cancelar o pedido 204'],
    ['es', 'María me pidió que cancele el 204'],
  ])('is nothing to keep where it is said to the bot, or says who wants it, in %s: “%s”', (language, text) => {
    const reading = read(text, nothing, language)
    const reason = reading.kind === 'wishes' ? reading.wishes[0]?.args['reason'] : undefined
    expect(reading).toMatchObject({ wishes: [{ command: 'CANCEL_ORDER', args: { id: '204' } }] })
    expect(reading).not.toHaveProperty('aside')
    expect(reason).toBeUndefined()
  })

  test.each([
    ['en', 'it was a mistake, undo that'],
    ['pt-BR', 'foi engano, desfaz'],
    ['es', 'fue un error, deshazlo'],
  ])('stands before an undo too, in %s: “%s”', (language, text) => {
    expect(read(text, nothing, language)).toEqual({ kind: 'undo', ref: null })
  })

  test.each([
    ['en', 'it arrived broken, refnd 10 on order 205'],
    ['pt-BR', 'chegou quebrado, estrona 10 do 205'],
    ['es', 'llegó roto, reembosla 10 del 205'],
  ])('leaves the typos of what is asked for to be mended, in %s: “%s”', (language, text) => {
    expect(read(text, nothing, language)).toMatchObject({
      wishes: [{ command: 'REFUND_ORDER', args: { id: '205', amount: '10' } }],
    })
  })

  test('is read in another language too', () => {
    expect(read('chegou quebrado, estorna 10 do 204', nothing, 'en')).toMatchObject({
      wishes: [{ command: 'REFUND_ORDER', args: { id: '204', amount: '10' } }],
      aside: 'chegou quebrado',
    })
  })

  test('names the thing that is missing', () => {
    expect(read('we messed up order 205, refund everything', nothing, 'en')).toMatchObject({
      wishes: [{ command: 'REFUND_ORDER', args: { id: '205', amount: '100%' } }],
    })
  })

  test('is no part of a question that asks for something', () => {
    expect(read('João says it never came. Can you refund 30 on order 205?', nothing, 'en')).toMatchObject({
      wishes: [{ command: 'REFUND_ORDER', args: { id: '205', amount: '30' } }],
      aside: 'João says it never came',
    })
  })

  test('names whose thing it is, in what might ask about it', () => {
    expect(read('a Beatriz pagou, reativa o pedido dela', nothing, 'pt-BR')).toMatchObject({
      wishes: [{ command: 'REINSTATE_ORDER', args: { id: 'Beatriz' } }],
    })
    expect(read('a Beatriz pagou', nothing, 'pt-BR')).toMatchObject({ wishes: [{ command: 'ORDER_STATUS' }] })
  })

  test('names whose thing it is', () => {
    for (const text of ['Ana Souza asked me to cancel her order', 'Ana Souza called, cancel her order'])
      expect(read(text, nothing, 'en')).toMatchObject({
        wishes: [{ command: 'CANCEL_ORDER', args: { id: 'Ana Souza' } }],
      })
  })

  test.each([
    ['en', 'Maria called, wants to cancel her order'],
    ['en', 'Maria called, she wants to cancel her order'],
    ['pt-BR', 'a Maria ligou, quer cancelar o pedido dela'],
  ])('%s: what they did is no part of their name: “%s”', (language, text) => {
    expect(read(text, nothing, language)).toMatchObject({
      wishes: [{ command: 'CANCEL_ORDER', args: { id: 'Maria' } }],
    })
  })

  test('a name in two parts stays whole', () => {
    for (const [text, id] of [
      ['Maria Souza, Anna wants to cancel her order', 'Maria Souza, Anna'],
      ['Souza, Maria wants to cancel her order', 'Souza, Maria'],
    ] as const)
      expect(read(text, nothing, 'en')).toMatchObject({ wishes: [{ args: { id } }] })
  })

  test.each([
    ['en', 'nobody wants to cancel order 204'],
    ['en', 'who wants to cancel order 204'],
    ['en', 'does Maria want to cancel order 204?'],
    ['en', 'after she pays, cancel order 204'],
    ['en', 'before you ship it, cancel order 204'],
    ['en', 'order 205 is late, cancel order 204'],
    ['en', 'delete everything, refund 10 on order 204'],
    ['en', 'cancel order 204, I meant the shipped one'],
    ['en', 'do not do anything yet, cancel order 204'],
    ['en', 'I am not sure, cancel order 204'],
    ['en', 'cancel order 204, both'],
    ['en', 'refund 10 on order 204, except the fee'],
    ['en', 'refund 10 on order 204, in dollars'],
    ['en', 'refund 10 on order 204, it was Maria'],
    ['en', 'cancel order 204, what do you think?'],
    ['en', 'hi team, order 205 was late, please refund 20'],
    ['en', 'refund 10 on order 204, each'],
    ['en', 'refund 10 of order 204 (Maria) and ring her'],
    ['en', 'add a note: this is broken'],
    ['en', 'it arrived broken? refund 10 on order 204'],
    ['en', 'no stock? cancel order 204'],
    ['en', 'nobody wants order 204 cancelled'],
    ['en', 'does Maria want order 204 cancelled?'],
    ['en', 'Maria wants to know if order 204 cancelled'],
    ['en', 'Maria does not want order 204 cancelled'],
    ['en', 'Maria wants order 204 cancelled tomorrow'],
    ['es', 'María no quiere el pedido 204 cancelado'],
    ['pt-BR', 'o cliente pagou? estorna 10 do 204'],
    ['es', '¿llegó roto? reembolsa 10 del 204'],
    ['en', 'the accountant needs it, drop the log'],
    ['en', 'refund 10 on order 204, the old one'],
    ['en', 'refund 10 on 204 for the delay of 205'],
    ['en', 'refund 10 on 204 for the delay tomorrow'],
    ['en', 'refund 10 on 204 for the delay if she asks'],
    ['en', 'refund 10 on 204 for the delay in dollars'],
    ['en', 'refund 10 on 204 for the customer'],
    ['en', 'refund 10 on 204 not for the delay'],
    ['en', 'refund 10 on 204, not for the delay'],
    ['en', 'refund 10 on 204 except for the delay'],
    ['en', 'refund 20 on 204 and 10 for the delay'],
    ['en', 'refund 10 on 204 for the delay and 5 for the damage'],
    ['en', "don't refund 10 on 204 for the delay"],
    ['pt-BR', 'estorna 10 do 204 pelo pix'],
    ['pt-BR', 'estorna 10 do 204 não pelo atraso'],
    ['pt-BR', 'estorna 20 do 204 e 10 pelo atraso'],
    ['es', 'reembolsa 10 del 204 por el banco'],
    ['es', 'reembolsa 20 del 204 y 10 por el retraso'],
    ['pt-BR', 'estorna 10 do 204, o antigo'],
    ['pt-BR', 'ninguém quer cancelar o pedido 204'],
    ['pt-BR', 'antes de enviar, cancela o 204'],
    ['pt-BR', 'talvez, cancela o 204'],
    ['pt-BR', 'estorna 10 do 204, só metade'],
    ['pt-BR', 'a Beatriz pagou? estorna 10 do 204'],
    ['pt-BR', 'quando a Beatriz pagou, estorna 10 do 204'],
    ['pt-BR', 'se a Beatriz pagou, estorna 10 do 204'],
    ['es', 'nadie quiere cancelar el 204'],
    ['es', 'no sé, cancela el 204'],
    ['es', 'reembolsa 10 del 204, menos la tasa'],
  ])('is more than that where it may change what is meant, in %s: “%s”', (language, text) => {
    expect(read(text, nothing, language)).not.toMatchObject({ wishes: expect.anything() })
  })

  test.each([
    ['en', 'Ana is sick, cancel her appointment', { appointment: 'Ana', reason: 'Ana is sick' }],
    ['pt-BR', 'a Ana tá doente, desmarca a consulta dela', { appointment: 'Ana', reason: 'a Ana tá doente' }],
    ['pt-BR', 'desmarca a consulta dela', {}],
  ])('names the thing in a catalogue of one’s own, in %s: “%s”', (language, text, args) => {
    const reading = readAtClinic(text, nothing, language)
    expect(reading).toMatchObject({ wishes: [{ command: 'CANCEL_APPOINTMENT' }] })
    expect(reading.kind === 'wishes' && reading.wishes[0]?.args).toEqual(args)
  })

  test('is no part of a name', () => {
    const text = 'marca a Ana com a Dra. Eva amanhã às 15h, ela tá com febre'
    expect(readAtClinic(text, nothing, 'pt-BR')).toMatchObject({
      wishes: [{ command: 'BOOK_APPOINTMENT', args: { patient: 'Ana', dentist: 'Dra. Eva' } }],
      aside: 'ela tá com febre',
    })
    expect(readAtClinic('marca a Souza, Ana com a Dra. Eva', nothing, 'pt-BR')).toMatchObject({
      wishes: [{ args: { patient: 'Souza, Ana' } }],
    })
  })

  test.each([
    ['en', 'Ana Souza, phone of Rui, paid 50', 'REGISTER_PAYMENT'],
    ['en', 'mark Ana, cancel Rui’s appointment, as done', 'MARK_AS_DONE'],
    ['pt-BR', 'a Ana Souza, telefone do Rui, pagou 50', 'REGISTER_PAYMENT'],
  ])('never makes another command of one whose name holds it, in %s: “%s”', (language, text, command) => {
    expect(readAtClinic(text, nothing, language)).toMatchObject({ wishes: [{ command }] })
  })

  test('is no part of a name, though the name stands behind it', () => {
    expect(readAtClinic("Ana called, cancel Rui's appointment, she isn't coming", nothing, 'en')).toMatchObject({
      wishes: [{ command: 'CANCEL_APPOINTMENT', args: { appointment: 'Rui' } }],
    })
  })

  test('may be said while a preview is open, where it cannot put that right', () => {
    const open = { kind: 'confirmation', method: 'yes', phrase: null } as const
    expect(read('Maria called, refund 10 on order 205', open, 'en')).toMatchObject({
      wishes: [{ command: 'REFUND_ORDER', args: { id: '205', amount: '10' } }],
      aside: 'Maria called',
    })
    for (const text of [
      'order 205 is a duplicate, cancel it',
      'no, Maria called, refund 10 on order 205',
      'wait, Maria called, refund 10 on order 205',
    ])
      expect(read(text, open, 'en')).not.toMatchObject({ wishes: expect.anything() })
  })

  test.each([
    ['en', 'money', '20 because it was late', '20.00 BRL'],
    ['en', 'money', '20, it was late', '20.00 BRL'],
    ['en', 'money', 'she was angry, 20', '20.00 BRL'],
    ['pt-BR', 'money', '20 por causa do atraso', '20.00 BRL'],
    ['es', 'date', 'el 5 de marzo, llega tarde', '2026-03-05'],
  ] as const)('is no part of a %s %s that is awaited: “%s”', (language, type, text, value) => {
    expect(read(text, { kind: 'value', type, currency: 'BRL' }, language)).toMatchObject({ kind: 'value', text: value })
  })

  test.each(['20 maybe', '20, each', '20, then 30', 'she paid 20, so 30'])(
    'is more than that where it may change what is awaited: “%s”',
    (text) => {
      expect(read(text, { kind: 'value', type: 'integer' }, 'en')).not.toMatchObject({ kind: 'value', text: '20' })
      expect(read(text, { kind: 'value', type: 'integer' }, 'en')).not.toMatchObject({ kind: 'value', text: '30' })
    },
  )
})

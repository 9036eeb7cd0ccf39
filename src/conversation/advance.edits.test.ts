import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

describe('an edit of a message that led to nothing', () => {
  test.each([
    ['en', 'xyzzy 204', 'status of order 204', 'ORDER_STATUS'],
    ['en', 'xyzzy 204', 'cancel order 204', 'CANCEL_ORDER'],
    ['pt-BR', 'xyzzy 204', 'status do pedido 204', 'ORDER_STATUS'],
    ['es', 'xyzzy 204', 'estado del pedido 204', 'ORDER_STATUS'],
  ])('%s: is read as a new message: “%s”, “%s”', (language, before, now, name) => {
    const bia = world.chatOf({ name: 'Bia', language })
    bia.say(before, { id: 'm1' })
    expect(bia.edit('m1', 'edited', { before, now }).at(-1)?.command).toMatchObject({ name })
  })

  test('is answered also where it is not understood again', () => {
    ana.say('xyzzy', { id: 'm1' })
    expect(ana.edit('m1', 'edited', { before: 'xyzzy', now: 'xyzzy plugh' })[0]?.text).toContain('did not understand')
  })

  test('is itself withdrawn by a further edit, which takes its place', () => {
    ana.say('xyzzy 204', { id: 'm1' })
    ana.edit('m1', 'edited', { before: 'xyzzy 204', now: 'cancel order 204' })
    ana.edit('m1', 'edited', { before: 'xyzzy 204', now: 'cancel order 205' })
    expect(statuses()).toEqual(['withdrawn', 'accepted'])
  })

  test('leaves what else is open as it was, and says so', () => {
    ana.say('xyzzy 204', { id: 'm1' })
    ana.say('cancel order 205')
    const [reply] = ana.edit('m1', 'edited', { before: 'xyzzy 204', now: 'status of order 204' })
    expect(reply?.text).toMatch(/Order 204.*Still waiting for you: Cancel order 205/su)
  })

  test('never answers, confirms or drops what is open', () => {
    const before = 'xyzzy'
    const answers = ['yes', 'no', '0', '1', 'cancel', 'stop', 'undo', 'again', 'confirm', 'yes, cancel order 204']
    fc.assert(
      fc.property(
        fc.constantFrom('cancel order 204', 'refund order 205', 'add a note to order 204: x'),
        fc.nat(),
        (wish, n) => {
          world = createConversationWorld({ catalogue })
          ana = world.chatOf()
          ana.say(before, { id: 'm1' })
          const confirm = ana.say(wish).confirm?.expect
          const now = [...answers, ...(confirm === undefined ? ['10'] : [confirm])][n % (answers.length + 1)] ?? ''
          const open = ana.session()
          ana.edit('m1', 'edited', { before, now })
          expect(ana.session()).toEqual(open)
          expect(statuses()).not.toContain('confirmed')
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('an edit of what asked', () => {
  test('is read as it is now where only a question came of it', () => {
    ana.say('refund order 205', { id: 'm1' })
    const words = { before: 'refund order 205', now: 'refund order 205 for 5' }
    expect(ana.edit('m1', 'edited', words).at(-1)?.preview?.args).toEqual({ id: '205', amount: '5.00 BRL' })
  })

  test.each([
    [
      'en',
      'refund order 205',
      /^You edited the request, so I dropped the question: Order 205 · How much.*send it anew/u,
    ],
    ['pt-BR', 'reembolsa o pedido 205', /^Você editou a mensagem, então retirei a pergunta: .*mande de novo/u],
    ['es', 'reembolsa el pedido 205', /^Editaste el mensaje, así que retiré la pregunta: .*mándalo de nuevo/u],
  ])('%s: says why the question is gone, and how to go on', (language, before, told) => {
    const bia = world.chatOf({ name: 'Bia', language })
    bia.say(before, { id: 'm1' })
    expect(bia.edit('m1', 'edited', { before, now: 'xyzzy' })[0]?.text).toMatch(told)
    expect(bia.session().question).toBeNull()
  })

  test.each([
    [
      'en',
      'cancel order 204',
      'cancel order 205',
      /^You edited the request.*: Cancel order 204.*Nothing of it was done\.$/su,
    ],
    [
      'pt-BR',
      'cancela o pedido 204',
      'cancela o pedido 205',
      /^Você editou a mensagem.*204.*Nada disso foi feito\.$/su,
    ],
    ['es', 'cancela el pedido 204', 'cancela el pedido 205', /^Editaste el mensaje.*204.*No se hizo nada de eso\.$/su],
  ])('%s: drops its preview and shows one of what it says now', (language, before, now, told) => {
    const bia = world.chatOf({ name: 'Bia', language })
    const old = bia.say(before, { id: 'm1' })
    const [dropped, preview, ...rest] = bia.edit('m1', 'edited', { before, now })
    expect(dropped).toMatchObject({ text: expect.stringMatching(told), command: { reason: 'withdrawn' } })
    expect(preview).toMatchObject({ about: 'preview', preview: { target: '205' } })
    expect(rest).toEqual([])
    // What was shown for the one does not do the other.
    bia.say(old.confirm?.expect ?? '')
    expect(statuses()).toEqual(['withdrawn', 'accepted'])
    bia.sayAll(preview?.confirm?.expect ?? '')
    expect(statuses()).toEqual(['withdrawn', 'confirmed'])
  })

  test.each(['edited', 'deleted'] as const)('%s: tells apart what was done before it and what was not', (how) => {
    const before = 'cancel order 204 and refund order 205 for 10'
    const first = ana.say(before, { id: 'm1' })
    ana.sayAll(first.confirm?.expect ?? '')
    ana.work()
    const [told, ...rest] = ana.edit('m1', how, { before, now: 'never mind' })
    expect(told?.text).toMatch(
      /: Refund R\$10.00 of order 205.*Nothing of it was done.*\n#\w+ was confirmed before you .*UNDO #/su,
    )
    expect(rest).toEqual([])
    expect(statuses()).toEqual(['executed', 'withdrawn'])
  })

  test('asks for all of its wishes anew, and for those that are gone no more', () => {
    const before = 'cancel order 204 and refund order 205 for 10'
    ana.say(before, { id: 'm1' })
    const [dropped, preview] = ana.edit('m1', 'edited', { before, now: 'cancel order 204 and refund order 207 for 5' })
    expect(dropped?.text).toMatch(/Nothing of it was done\.$/u)
    expect(preview).toMatchObject({ preview: { target: '204' } })
    expect(ana.session().wishes).toMatchObject([{ wish: { args: { id: '207', amount: '5' } } }])
  })

  test('is read as it is now also when its preview has lapsed, was dropped, or it was looked up alone', () => {
    const now = 'cancel order 205'
    ana.say('cancel order 204', { id: 'm1' })
    ana.say('0')
    expect(ana.edit('m1', 'edited', { before: 'cancel order 204', now })).toMatchObject([
      { preview: { target: '205' } },
    ])
    ana.say('status of order 204', { id: 'm2' })
    expect(ana.edit('m2', 'edited', { before: 'status of order 204', now })).toMatchObject([
      { preview: { target: '205' } },
    ])
  })

  test('is not read again where something of it is confirmed', () => {
    ana.say('cancel order 204', { id: 'm1' })
    ana.sayAll(ana.expect())
    const [told, ...rest] = ana.edit('m1', 'edited', { before: 'cancel order 204', now: 'cancel order 205' })
    expect(told?.text).toMatch(/has no effect on it/u)
    expect(rest).toEqual([])
    expect(statuses()).toEqual(['confirmed'])
  })

  test('names the wishes that are dropped with the preview', () => {
    ana.say('cancel order 204 and refund order 205 for 10', { id: 'm1' })
    expect(ana.edit('m1')[0]?.text).toMatch(
      /so I dropped it: Cancel order 204.*\n.*with it: Refund an order \(205, 10\)\.$/u,
    )
    expect(ana.session().wishes).toEqual([])
  })
})

describe('an edit of an answer', () => {
  test.each([
    ['en', 'refund order 205', '50', '5'],
    ['pt-BR', 'reembolsa o pedido 205', '50', '5'],
    ['es', 'reembolsa el pedido 205', '50', '5'],
  ])('%s: is the answer now, and what it said before is dropped', (language, wish, before, now) => {
    const bia = world.chatOf({ name: 'Bia', language })
    bia.say(wish)
    bia.say(before, { id: 'answer' })
    const [dropped, preview, ...rest] = bia.edit('answer', 'edited', { before, now })
    expect(dropped).toMatchObject({ text: expect.stringContaining('50'), command: { reason: 'withdrawn' } })
    expect(preview?.preview?.args).toEqual({ id: '205', amount: '5.00 BRL' })
    expect(rest).toEqual([])
    expect(statuses()).toEqual(['withdrawn', 'accepted'])
  })

  test.each([
    ['en', 'add a note', /^You edited your answer, so I ask once more\.\n.*order/u],
    ['pt-BR', 'adiciona uma nota', /^Você editou a resposta, então pergunto de novo\.\n.*pedido/u],
    ['es', 'añade una nota', /^Editaste tu respuesta, así que pregunto otra vez\.\n.*pedido/u],
  ])('%s: that is none now is asked for again', (language, wish, told) => {
    const bia = world.chatOf({ name: 'Bia', language })
    bia.say(wish)
    bia.say('204', { id: 'answer' })
    expect(bia.edit('answer', 'edited', { before: '204', now: '👎' })[0]?.text).toMatch(told)
    expect(bia.say('205').text).toContain('205')
    expect(bia.say('call first').preview?.args).toEqual({ id: '205', text: 'call first' })
  })

  test.each([
    ['en', 'refund order 205'],
    ['pt-BR', 'reembolsa o pedido 205'],
    ['es', 'reembolsa el pedido 205'],
  ])('%s: drops no question, whatever it says: “%s”', (language, wish) => {
    const bia = world.chatOf({ name: 'Bia', language })
    bia.say(wish)
    bia.say('x0', { id: 'answer' })
    expect(bia.edit('answer', 'edited', { before: 'x0', now: '0' }).map(({ about }) => about)).toEqual(['ask'])
    expect(bia.say('5').preview?.args).toEqual({ id: '205', amount: '5.00 BRL' })
  })

  test('goes on to what is asked next, and what else was answered stays', () => {
    ana.say('add a note')
    ana.say('204', { id: 'which' })
    expect(ana.edit('which', 'edited', { before: '204', now: '205' }).at(-1)).toMatchObject({ about: 'ask' })
    ana.say('call first', { id: 'what' })
    const words = { before: '205', now: '206' }
    expect(ana.edit('which', 'edited', words).at(-1)?.preview?.args).toEqual({ id: '206', text: 'call first' })
  })

  test('that did not fit is tried once more', () => {
    ana.say('refund order 205')
    ana.say('abc', { id: 'answer' })
    expect(ana.edit('answer', 'edited', { before: 'abc', now: '5' }).at(-1)?.preview?.target).toBe('205')
  })

  test('chooses anew from the list that was shown', () => {
    ana.say('cancel Pedro’s order')
    const list = ana.session().question
    if (list?.kind !== 'choice') throw new TypeError('nothing is listed')
    ana.say('1', { id: 'answer' })
    const [, preview] = ana.edit('answer', 'edited', { before: '1', now: '2' })
    expect(preview?.preview?.target).toBe(list.candidates[1]?.id)
  })

  test('asks for something else where that is what it says now', () => {
    ana.say('refund order 205')
    ana.say('50', { id: 'answer' })
    const words = { before: '50', now: 'cancel order 204' }
    expect(ana.edit('answer', 'edited', words).at(-1)?.preview).toMatchObject({ target: '204' })
    expect(statuses()).toEqual(['withdrawn', 'accepted'])
  })

  test('confirms nothing, and drops all that came of it where it is deleted', () => {
    ana.say('refund order 205')
    ana.say('50', { id: 'answer' })
    const confirm = ana.expect()
    ana.edit('answer', 'edited', { before: '50', now: confirm })
    expect(statuses()).toEqual(['withdrawn'])
    ana.say('5', { id: 'other' })
    ana.edit('other', 'deleted')
    expect(statuses()).toEqual(['withdrawn', 'withdrawn'])
    expect(ana.session()).toMatchObject({ question: null, pending: null })
  })

  test('has nothing to do with what AGAIN asks for once more', () => {
    ana.say('refund order 205')
    ana.say('5', { id: 'answer' })
    ana.sayAll(ana.expect())
    ana.work()
    ana.say('again')
    const open = ana.session()
    ana.edit('answer', 'edited', { before: '5', now: '7' })
    expect(ana.session()).toEqual(open)
  })
})

test('the request of a done command is deleted: it is said so, with its undo where there is one', () => {
  ana.say('cancel order 204', { id: 'm1' })
  ana.sayAll(ana.expect())
  expect(ana.edit('m1', 'deleted')[0]?.text).toMatch(/before you deleted the message; that has no effect on it\.$/u)
  ana.work()
  expect(ana.edit('m1', 'deleted')[0]?.text).toMatch(/before you deleted the message;.* UNDO #\w+ takes it back\.$/u)
})

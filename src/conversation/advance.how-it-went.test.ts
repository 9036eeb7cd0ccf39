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

/** Asks, confirms, and gives the outcome that is told. */
function doIt(chat: Chat, text: string, work = () => chat.work()) {
  chat.say(text)
  chat.sayAll(chat.expect())
  return work().at(-1)
}

describe('whoever asks whether it worked', () => {
  test.each([
    ['en', 'cancel order 204', ['Did it work?', 'done?', 'has it gone through', 'did you do it?']],
    ['pt-BR', 'cancelar o pedido 204', ['Deu certo?', 'funcionou?', 'já fez?', 'e deu certo?']],
    ['es', 'cancela el pedido 204', ['¿Funcionó?', '¿salió bien?', '¿ya quedó?', '¿lo hiciste?']],
  ])('%s: is told once more how what they confirmed last went, and nothing is done', (language, wish, questions) => {
    const bia = world.chatOf({ language })
    const told = doIt(bia, wish)
    expect(questions.map((question) => bia.sayAll(question))).toEqual(questions.map(() => [{ ...told, about: 'info' }]))
    expect(world.ledger.commands.size).toBe(1)
  })

  test('is told of a failure, not of what went well before it', () => {
    doIt(ana, 'cancel order 204')
    const failed = doIt(ana, 'cancel order 205', () =>
      ana.work({ kind: 'failed', reason: 'action_failed', explanation: '', effect: 'none', outputs: {} }),
    )
    expect(ana.say('did it work?').text).toBe(failed?.text)
    expect(ana.say('did it work?').command).toMatchObject({ status: 'failed' })
  })

  test('does not hear of what only looked', () => {
    doIt(ana, 'cancel order 204')
    ana.say('list the shipped orders')
    expect(ana.say('did it work?')).toMatchObject({ about: 'info', command: { name: 'CANCEL_ORDER' } })
  })

  test('hears that it waits for them, and stays as it is', () => {
    ana.say('cancel order 204')
    const before = ana.session()
    expect(ana.say('did it work?').text).toMatch(/^Not yet: .*\n\nStill waiting for you: Cancel order 204$/u)
    expect(ana.session()).toEqual({ ...before, pending: { ...before.pending, asideSince: true } })
    ana.say('no')
    expect(ana.say('did it work?').text).toMatch(/^Cancel order 204: not done · #\w+\n/u)
  })

  test('hears the same of a question that is open', () => {
    ana.say('cancel an order')
    expect(ana.say('done?').text).toMatch(/^Not yet: .*\n\nStill open: Which order/su)
    expect(ana.say('204').preview?.target).toBe('204')
  })

  test('hears of what was done, whatever is asked since', () => {
    const told = doIt(ana, 'cancel order 204')
    for (const asked of ['the status of an order', 'cancel an order']) {
      ana.say(asked)
      const answer = ana.say('did it work?')
      expect(answer.text).toContain(told?.text)
      expect(answer.text).toMatch(/Still open: Which order/u)
    }
  })

  test('hears of nothing that waits where only a read is asked about', () => {
    ana.say('the status of an order')
    expect(ana.say('did it work?').text).toMatch(/^I have done nothing here/u)
  })

  test('hears that it is under way', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect())
    expect(ana.say('did it work?')).toMatchObject({
      text: 'Cancel order 204 is confirmed and on its way. You will hear how it ends.',
      command: { status: 'confirmed' },
    })
    ana.say(`CANCEL #${[...world.ledger.commands.values()][0]?.envelope.sayso.ref}`)
    expect(ana.say('did it work?').command).toMatchObject({ name: 'CANCEL_ORDER', status: 'rejected' })
  })

  test('hears it of what they quote', () => {
    const first = doIt(ana, 'cancel order 204')
    doIt(ana, 'cancel order 205')
    expect(ana.say('did it work?', { quotedOutcome: first?.command?.ref ?? '' }).text).toBe(first?.text)
  })

  test('hears that nothing was done, where nothing was', () => {
    expect(ana.say('did it work?').text).toMatch(/^I have done nothing here/u)
    const bia = world.chatOf({ name: 'Bia' })
    doIt(bia, 'cancel order 204')
    expect(ana.say('did it work?').text).toMatch(/^I have done nothing here/u)
  })

  test.each([
    ['en', 'did it work?', '“My history” shows'],
    ['pt-BR', 'deu certo?', '“Meu histórico” mostra'],
    ['es', '¿funcionó?', '“Mi historial” muestra'],
  ])('%s: hears of the history only where they may ask for it', (language, question, history) => {
    const asked = (roles: readonly string[], chatKind: 'private' | 'group' = 'private') =>
      world.chatOf({ name: 'Vic', language, roles }, undefined, chatKind).say(question).text
    expect(asked(['owner'])).toContain(history)
    expect(asked(['viewer'])).not.toMatch(/hist[oó]r/iu)
    expect(asked(['owner'], 'group')).not.toMatch(/hist[oó]r/iu)
    expect(asked(['viewer'])).toMatch(/\S\.$/u)
  })
})

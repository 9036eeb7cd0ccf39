import { beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { localeFor } from '../catalogue/locale-for.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { emptySession } from './session.ts'
import { maxMentionAgeMs } from './things/mentions.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

/** As where ids mean nothing to people. */
function withNamedOrders(): Catalogue {
  const english = localeFor(catalogue, 'en')
  const { order } = english.entities
  if (order === undefined) throw new TypeError('There is no entity order')
  const entities = { ...english.entities, order: { ...order, named: 'the order of {customer}' } }
  return { ...catalogue, locales: new Map(catalogue.locales).set('en', { ...english, entities }) }
}

const targets = (chat: Chat = ana) =>
  chat.replies.filter(({ about }) => about === 'preview').map(({ preview }) => preview?.target)

describe('a reference', () => {
  test('is to what was shown, and the preview says what it was taken for', () => {
    ana.say('show order 204')
    const { text } = ana.say('cancel it')
    expect(text).toContain('Cancel order 204 — Maria Souza')
    expect(text).toContain('You said “it”: 204.')
    ana.sayAll(ana.expect())
    expect(ana.work()[0]?.text).toContain('Order 204 cancelled')
  })

  test('is read back as its entity calls it, where that is not by its id', () => {
    const chat = createConversationWorld({ catalogue: withNamedOrders() }).chatOf()
    chat.say('show order 204')
    expect(chat.say('cancel it').text).toContain('You said “it”: the order of Maria Souza.')
  })

  test.each([
    ['pt-BR', 'mostra o pedido 204', 'cancela-o'],
    ['pt-BR', 'mostra o pedido 204', 'me cancela ele'],
    ['es', 'muestra el pedido 204', 'cancélalo'],
    ['es', 'muestra el pedido 204', 'lo cancelas'],
    ['en', 'show order 204', 'cancel that order'],
  ])('%s: %s, %s', (language, first, second) => {
    const chat = world.chatOf({ name: 'Bia', language })
    chat.say(first)
    expect(chat.say(second).preview?.target).toBe('204')
  })

  test('is to what was made as well', () => {
    ana.say('add a note to order 207: fragile')
    ana.sayAll('yes')
    ana.work({ kind: 'executed', outputs: { 'Add the note': { rows: [{ note: 'n9' }] } } })
    expect(ana.session().mentioned.map(({ entity, id }) => [entity, id])).toEqual([
      ['order', '207'],
      ['note', 'n9'],
    ])
    expect(ana.say('remove that note').text).toContain('“n9”')
  })

  test('is to the newest', () => {
    ana.say('show order 204')
    ana.say('show order 205')
    ana.say('cancel it')
    expect(targets()).toEqual(['205'])
  })

  test('is to what was acted on, and to what was previewed and dropped', () => {
    ana.say('cancel order 204')
    ana.sayAll(ana.expect())
    ana.work()
    expect(ana.say('reinstate it').preview?.target).toBe('204')
    ana.say('0')
    expect(ana.say('refund it 20').preview?.target).toBe('204')
  })

  test('in the same message is to the target of the wish before', () => {
    ana.say('show order 207')
    ana.say('cancel order 204 and refund it 20')
    ana.sayAll('0')
    expect(targets()).toEqual(['204', '204'])
  })

  test('may go before the wish that it is in no doubt about', () => {
    ana.say('show order 204')
    ana.say('refund it 20 and cancel it')
    ana.sayAll('0')
    expect(targets()).toEqual(['204', '204'])
  })

  test('to several that were shown together asks which, by number', () => {
    ana.sayAll('show order 204 and show order 205')
    const question = ana.say('cancel it')
    expect(question.options?.map(({ label }) => label.slice(0, 3))).toEqual(['205', '204'])
    expect(ana.say('2').preview?.target).toBe('204')
  })

  test('to several asks also where the command names no kind of thing', () => {
    ana.sayAll('show order 204 and show order 205')
    expect(ana.say('history of it').options?.[1]?.label).toContain('204 — Maria Souza')
  })

  test('to a list asks which of it', () => {
    const { text } = ana.say('list orders')
    expect(ana.say('cancel it').options).toHaveLength(text.split('\n').length - 1)
  })

  test('to nothing asks', () => {
    const question = ana.say('cancel it')
    expect(question.about).toBe('ask')
    expect(question.text).toContain('What do you mean by “it”?')
    expect(ana.say('204').preview?.target).toBe('204')
  })

  test('to a thing of another kind asks, and nothing is guessed', () => {
    ana.say('show order 204')
    expect(ana.say('remove it').text).toContain('What do you mean by “it”?')
    expect(ana.session().pending).toBeNull()
  })

  test('is to nothing after a while', () => {
    ana.say('show order 204')
    world.wait(maxMentionAgeMs + 1)
    expect(ana.say('cancel it').about).toBe('ask')
  })

  test('is never to what somebody else was shown, in the same group or elsewhere', () => {
    const bia = world.chatOf({ name: 'Bia' }, 'group')
    const caio = world.chatOf({ name: 'Caio' }, 'group')
    bia.say('show order 204')
    expect(caio.say('cancel it').about).toBe('ask')
    expect(ana.say('cancel it').about).toBe('ask')
    expect(bia.say('cancel it').preview?.target).toBe('204')
  })

  test.each(['edited', 'deleted'] as const)('is not to what a message named that was %s', (how) => {
    ana.say('show order 204', { id: 'first' })
    ana.edit('first', how)
    expect(ana.session().mentioned).toEqual([])
    expect(ana.say('cancel it').about).toBe('ask')
  })

  test('answers a question for a thing', () => {
    ana.say('show order 204')
    ana.say('cancel an order')
    expect(ana.say('that one').preview?.target).toBe('204')
  })

  test('to what is gone by now says so', () => {
    ana.say('show order 204')
    world.shop.orders.delete('204')
    expect(ana.say('cancel it').text).toContain('no order “204”')
    expect(ana.session().pending).toBeNull()
  })

  test('does not confirm: calling off what is open drops it', () => {
    ana.say('cancel order 204')
    expect(ana.say('cancel it').text).toContain('Dropped: Cancel order 204')
  })

  test('that is negated runs nothing', () => {
    ana.say('show order 204')
    expect(ana.say("don't cancel it").text).toContain('All right, I will not.')
    expect(ana.session()).toMatchObject({ ...emptySession, mentioned: [{ id: '204' }], repeat: ana.session().repeat })
  })

  test('needs the right of the command all the same', () => {
    ana.person = { ...ana.person, roles: ['viewer'] }
    ana.say('show order 204')
    expect(ana.say('cancel it').about).toBe('refusal')
  })
})

describe('a corrected reading', () => {
  test('that changes something shows what was read as what', () => {
    const { text, confirm } = ana.say('cancle odrer 204')
    expect(text).toContain('I read “cancle” as “cancel”.')
    expect(text).toContain('I read “odrer” as “order”.')
    expect(text).toContain('Cancel order 204 — Maria Souza')
    expect(confirm?.method).toBe(catalogue.commands.get('CANCEL_ORDER')?.confirm)
  })

  test.each([
    ['pt-BR', 'canecla o pedido 204', 'Li “canecla” como “cancela”.'],
    ['es', 'cancela el pedio 204', 'Leí “pedio” como “pedido”.'],
  ])('%s: %s', (language, text, line) => {
    expect(world.chatOf({ name: 'Bia', language }).say(text).text).toContain(line)
  })

  test('says so in every preview of it, and never in another one', () => {
    ana.say('cancle order 204')
    expect(ana.say('no, 205').text).toContain('I read “cancle” as “cancel”.')
    ana.say('0')
    expect(ana.say('cancel order 207').text).not.toContain('I read')
  })

  test('that only looks is answered at once', () => {
    expect(ana.say('show odrer 204').about).toBe('outcome')
  })

  test('of a voice note is asked about before it is previewed', () => {
    expect(ana.say('cancle order 204', { spoken: { confidence: 0.9 } }).about).toBe('choose')
    expect(ana.say('1').text).toContain('I read “cancle” as “cancel”.')
  })

  test('of a confirmation confirms nothing', () => {
    ana.say('cancel order 204')
    ana.say('confrm')
    expect(ana.pending().status).toBe('accepted')
  })
})

describe('“what about” another', () => {
  test.each([
    ['en', 'status of order 204', "what about joão's?", 'how about you?'],
    ['pt-BR', 'status do pedido 204', 'e o do joão?', 'e agora?'],
    ['es', 'estado del pedido 204', '¿y el de joão?', '¿y qué?'],
  ])('%s: after “%s”, “%s” is a name, and “%s” is none', (language, first, named, nobody) => {
    const bia = world.chatOf({ language })
    bia.say(first)
    expect(bia.say(named).text).toContain('João Lima')
    expect(bia.say(nobody)).toMatchObject({ about: 'help' })
  })

  test('asks the same of it, by number or by name', () => {
    ana.say('show order 204')
    expect(ana.say('what about 205?').text).toContain('João Lima')
    expect(ana.say('and Maria Souza?').text).toContain('Maria Souza')
  })

  test('is a look at the number where nothing was asked that could be meant', () => {
    expect(world.chatOf({ name: 'Bia', language: 'pt-BR' }).say('e o 205?')).toMatchObject({
      command: { name: 'ORDER_STATUS' },
    })
    expect(ana.say('what about 999?').text).toContain('I did not understand')
    expect(ana.say('same for 205').text).toContain('I did not understand')
  })

  test('changes nothing, and takes no answer from what is open', () => {
    ana.say('cancel order 204')
    expect(ana.say('what about 205?').text).toContain('Still waiting for you: Cancel order 204')
    ana.sayAll(ana.expect())
    ana.work()
    expect(ana.say('what about 205?').text).toContain('João Lima')
    expect(targets()).toEqual(['204'])
  })

  test.each([
    ['en', 'cancel order 204', 'same for 205'],
    ['pt-BR', 'cancela o pedido 204', 'o mesmo pro 205'],
    ['es', 'cancela el pedido 204', 'lo mismo con el 205'],
  ])('is previewed when the same is asked for: %s', (language, wish, same) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(same).about).not.toBe('preview')
    chat.sayAll(chat.expect())
    chat.work()
    expect(chat.say(same)).toMatchObject({
      about: 'preview',
      command: { name: 'CANCEL_ORDER' },
      preview: { target: '205' },
    })
  })
})

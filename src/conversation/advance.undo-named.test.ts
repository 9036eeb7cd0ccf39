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

function cancel(language: string): void {
  ana.person = { ...ana.person, language }
  const { confirm } = ana.say('CANCEL_ORDER id=204')
  ana.sayAll(confirm?.expect ?? '')
  ana.work()
}

describe('an undo behind a no', () => {
  test.each([
    [
      'en',
      'undo',
      ['actually no, undo that', 'no, undo that', 'no undo that', 'wait, undo that', 'no, undo the refund'],
    ],
    [
      'pt-BR',
      'desfaz',
      ['na verdade não, desfaz isso', 'não, desfaz isso', 'espera, desfaz', 'não, desfaz o reembolso'],
    ],
    ['es', 'deshaz', ['en realidad no, deshaz eso', 'no, deshazlo', 'espera, deshazlo', 'no, deshaz el reembolso']],
  ] as const)('is told what it is told without: %s', (language, undo, texts) => {
    ana.person = { ...ana.person, language }
    ana.say('REFUND_ORDER id=205 amount=50')
    ana.sayAll(ana.expect())
    ana.work()
    const told = ana.say(undo).text
    expect(texts.map((text) => [text, ana.say(text).text])).toEqual(texts.map((text) => [text, told]))
  })

  test('takes back what can be', () => {
    cancel('en')
    expect(ana.say('actually no, undo that').preview).toMatchObject({ target: '204', action: 'Reinstate' })
  })

  test('is about what is open first', () => {
    ana.say('CANCEL_ORDER id=204')
    expect(ana.say('no, undo that').command).toMatchObject({ reason: 'declined' })
  })
})

describe('an undo that says of what', () => {
  test.each([
    ['en', 'undo the cancellation'],
    ['en', 'please undo the cancel'],
    ['pt-BR', 'desfaz o cancelamento'],
    ['es', 'deshace la cancelación'],
  ])('in %s: “%s” takes back what was done last', (language, text) => {
    cancel(language)
    expect(ana.say(text).preview).toMatchObject({ target: '204', action: expect.stringMatching(/rein|rea/iu) })
  })

  test.each([
    ['en', 'undo the refund'],
    ['pt-BR', 'desfaz o reembolso'],
    ['es', 'deshace el reembolso'],
  ])('in %s: “%s” takes back nothing where that is something else, and says how', (language, text) => {
    cancel(language)
    const reply = ana.say(text)
    expect(reply.preview).toBeUndefined()
    expect(reply.text).toContain('204')
  })

  test.each([
    ['en', 'CANCEL_ORDER id=204 reason="because the refund failed"', 'undo the refund'],
    ['es', 'CANCEL_ORDER id=204 reason="por el reembolso"', 'deshaz el reembolso'],
    ['pt-BR', 'CANCEL_ORDER id=204 reason=reembolso', 'desfaz o reembolso'],
    ['en', 'ADD_NOTE id=207 text=fragile', 'undo fragile'],
    ['en', 'ADD_NOTE id=207 text="the refund failed"', 'undo the refund'],
  ])('in %s, after %s: “%s” is no word of what was written freely', (language, wish, text) => {
    ana.person = { ...ana.person, language }
    ana.say(wish)
    ana.sayAll(ana.expect())
    ana.work()
    const reply = ana.say(text)
    expect(reply.preview).toBeUndefined()
    expect(reply.text).toMatch(/UNDO|DESHACER|DESFAZER/u)
  })

  test.each([
    ['en', 'undo maria'],
    ['en', 'undo Maria Souza'],
    ['pt-BR', 'desfaz o da maria'],
    ['pt-BR', 'desfaz o da Maria Souza'],
    ['es', 'deshaz lo de maria'],
    ['es', 'deshaz lo de María Souza'],
  ])('in %s: “%s” is about what was done last, where it was for an order of theirs', (language, text) => {
    cancel(language)
    expect(ana.say(text).preview).toMatchObject({ target: '204', action: expect.stringMatching(/rein|rea/iu) })
  })

  test.each([
    ['en', 'undo mar'],
    ['en', 'undo Maria Lima'],
    ['en', 'undo souza maria'],
    ['en', 'undo the cancellation for pedro'],
    ['es', 'deshaz lo de Pedro Alves'],
    ['pt-BR', 'desfaz o do Pedro Alves'],
  ])('in %s: “%s” is not, where it was for an order of somebody else', (language, text) => {
    cancel(language)
    const reply = ana.say(text)
    expect(reply.preview).toBeUndefined()
    expect(reply.about).toBe('refusal')
  })

  test('names somebody by two words', () => {
    ana.say('add Bia Lima with the number +5511990000042 as operator')
    ana.sayAll(ana.expect())
    ana.work({ kind: 'executed', outputs: {} })
    expect(ana.say('undo Bia Lima').text).toBe(ana.say('undo').text)
    expect(ana.say('undo Bia Souza').text).not.toBe(ana.say('undo').text)
  })

  test('drops the preview that it is about, and no other', () => {
    ana.say('cancel order 204')
    expect(ana.say('undo the refund').about).toBe('refusal')
    expect(ana.session().pending).not.toBeNull()
    expect(ana.say('undo the cancellation').text).toContain('Dropped: Cancel order 204')
  })

  test.each(['undo', 'undo that', 'undo the cancellation'])('“%s” drops the question, and is no value', (text) => {
    ana.say('cancel order')
    expect(ana.say(text).text).toContain('Nothing was done')
    expect(ana.session().question).toBeNull()
  })

  test.each([
    ['en', 'undo guadalupe', 'That cannot be undone'],
    ['pt-BR', 'desfaz o da guadalupe', 'Isso não dá para desfazer'],
    ['es', 'deshaz lo de guadalupe', 'Eso no se puede deshacer'],
  ])(
    '%s: “%s” is told whose things are undone, and of what cannot be undone that it cannot',
    (language, text, told) => {
      ana.person = { ...ana.person, language }
      ana.say('REFUND_ORDER id=205 amount=50')
      ana.sayAll(ana.expect())
      ana.work()
      expect(ana.say(text).text).toContain(told)
    },
  )

  test('is told that what was done last was taken back already', () => {
    cancel('en')
    world.wait(1000)
    const bia = world.chatOf({ name: 'Bia' })
    bia.sayAll(bia.say('REINSTATE_ORDER id=204').confirm?.expect ?? '')
    bia.work()
    expect(ana.say('undo the refund').text).toMatch(/That was taken back already/u)
  })
})

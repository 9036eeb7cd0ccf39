import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

describe('whoever asks whether it can be undone', () => {
  test.each([
    ['en', 'No. This cannot be undone: Refund', ['can it be undone later?', 'can I undo it?', 'can I undo?']],
    [
      'pt-BR',
      'Não. Isto não dá para desfazer: Reembolsar',
      ['da pra desfazer depois?', 'posso desfazer?', 'e se eu quiser desfazer?'],
    ],
    [
      'es',
      'No. Esto no se puede deshacer: Reembolsar',
      ['se puede deshacer?', 'y si me equivoco lo puedo deshacer?', '¿puedo deshacerlo después?'],
    ],
  ])('%s: is told of what is open, which stays open, and not of what was done before it', (language, no, questions) => {
    const bia = world.chatOf({ language })
    bia.say('ADD_NOTE id=207 text=a')
    bia.sayAll(bia.expect())
    bia.work()
    bia.say('REFUND_ORDER id=205 amount=20')
    const code = bia.expect()
    for (const question of questions)
      expect([question, bia.say(question).text]).toEqual([question, expect.stringContaining(no)])
    bia.sayAll(code)
    expect(bia.work().at(-1)?.command).toMatchObject({ name: 'REFUND_ORDER', status: 'executed' })
  })

  test('hears how what can be undone is', () => {
    const ana = world.chatOf()
    ana.say('cancel order 204')
    const ref = ana.session().pending?.ref
    expect(ana.say('can it be undone later?').text).toContain(
      `Once it is done, UNDO #${ref} takes this back: Cancel order 204`,
    )
    ana.sayAll(ana.say('show it again').confirm?.expect ?? '')
    const done = ana.work().at(-1)?.command?.ref
    expect(ana.say('can I undo it?').text).toBe(`Yes. UNDO #${done} takes this back: Cancel order 204`)
  })

  test.each([
    ['refund an order', 'No, this cannot be undone'],
    ['cancel an order', 'The preview says so'],
  ])('hears it while a question is open: %s', (wish, told) => {
    const ana = world.chatOf()
    ana.say(wish)
    expect(ana.say('can I undo it later?').text).toContain(told)
    expect(ana.say('204').preview?.target ?? ana.session().question?.parameter).toMatch(/204|amount/u)
  })

  test('is told how undoing goes where nothing was done', () => {
    expect(world.chatOf().say('can it be undone?').text).toContain('*UNDO*')
  })
})

/** What is said in place of a value once it was done: nothing of it is lost without a word, and nothing is done before it was shown. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue, withCommand, withParameter } from '../testing/catalogues/conversation-catalogue.ts'
import type { Parameter } from '../catalogue/catalogue.ts'
import { createConversationWorld, doIt, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

describe('what has an undo of its own is asked for behind it', () => {
  test.each([
    ['en', 'no, 205'],
    ['en', 'no, it was 205'],
    ['en', 'sorry, order 205'],
    ['en', 'I made a mistake, it was 205'],
    ['en', 'no, it was João'],
    ['es', 'no, el 205'],
    ['es', 'perdón, el 205'],
    ['es', 'me he equivocado, era el 205'],
    ['es', 'uy no, era para João'],
    ['pt-BR', 'não, o 205'],
    ['pt-BR', 'desculpa, o 205'],
    ['pt-BR', 'me enganei, era o 205'],
  ])('in %s: “%s”', (language, text) => {
    const ana = world.chatOf({ language })
    doIt(world, ana, 'CANCEL_ORDER id=204 reason="too late"')
    expect(ana.say(text)).toMatchObject({ preview: { action: 'Reinstate', target: '204' } })
    expect(ana.replies.at(-1)?.text).toMatch(/205|João/u)
    world.wait(60_000)
    ana.sayAll(ana.expect())
    ana.work()
    expect(ana.pending().envelope).toMatchObject({
      intent: { action: 'Cancel' },
      args: { id: '205', reason: 'too late' },
    })
  })

  test.each([
    ['en', 'no, 205', '0'],
    ['en', 'no, 205', 'no'],
    ['es', 'no, el 205', 'no'],
    ['pt-BR', 'não, o 205', 'não'],
  ])('and no more wanted than the undo: in %s, “%s”, “%s”', (language, text, no) => {
    const ana = world.chatOf({ language })
    const ref = doIt(world, ana, 'CANCEL_ORDER id=204')
    ana.say(text)
    const told = ana.sayAll(no).at(-1)
    expect(told?.about).toBe('info')
    expect(told?.text).toMatch(new RegExp(`#${ref}.*\\(205\\)`, 'u'))
    expect(ana.session()).toMatchObject({ pending: null, question: null, wishes: [] })
  })

  test('and nothing is done beside what could not be taken back', () => {
    const ana = world.chatOf()
    doIt(world, ana, 'CANCEL_ORDER id=204')
    ana.say('no, 205')
    ana.sayAll(ana.expect())
    const told = ana.work({
      kind: 'failed',
      reason: 'precondition_failed',
      step: '',
      explanation: '',
      effect: 'none',
      outputs: {},
    })
    expect(told.map(({ about }) => about)).not.toContain('preview')
    expect(ana.session()).toMatchObject({ pending: null, wishes: [] })
  })

  test.each(['only the second', 'stop'])('nor is it taken up before that: “%s”', (text) => {
    const ana = world.chatOf()
    doIt(world, ana, 'CANCEL_ORDER id=204')
    ana.say('no, 205')
    expect(ana.sayAll(text).map(({ about }) => about)).not.toContain('preview')
    expect(ana.session()).toMatchObject({ pending: null, wishes: [] })
  })
})

test.each([
  ['en', 'no, 30', '30'],
  ['en', 'sorry, 30', '30'],
  ['es', 'perdón, a 30', '30'],
  ['es', 'me he equivocado, eran 30', '30'],
  ['es', 'no, el 205', '205'],
  ['pt-BR', 'não, 30', '30'],
])('in %s: of what cannot be undone, “%s” is said not to be kept', (language, text, value) => {
  const ana = world.chatOf({ language })
  doIt(world, ana, 'REFUND_ORDER id=204 amount=20')
  const { about, text: told } = ana.say(text)
  expect(about).toBe('refusal')
  expect(told).toMatch(new RegExp(`“[^”]*${value}[^”]*”`, 'u'))
  expect(ana.session()).toMatchObject({ pending: null, question: null, wishes: [] })
})

describe('what takes itself back with what stood there before', () => {
  const until: Parameter = {
    name: 'amount',
    kind: 'scalar',
    required: true,
    type: 'datetime',
    schema: { type: 'string' },
    entity: null,
  }
  const lends = withParameter(catalogue, 'REFUND_ORDER', until, {
    en: ['lend order {id} until {amount}'],
    'pt-BR': ['empresta o pedido {id} até {amount}'],
    es: ['presta el pedido {id} hasta {amount}'],
  })
  const undoing = (source: 'facts' | 'args') =>
    withCommand(lends, 'REFUND_ORDER', {
      command: {
        undo: {
          command: 'REFUND_ORDER',
          arguments: {
            id: { from: 'args', name: 'id' },
            amount:
              source === 'args' ? { from: 'args', name: 'amount' } : { from: 'facts', entity: 'order', column: 'at' },
          },
        },
      },
    })
  const lent = (language: string, source: 'facts' | 'args', wish: string) => {
    const ana = createConversationWorld({ catalogue: undoing(source) }).chatOf({ language })
    ana.say(wish)
    ana.sayAll(ana.expect())
    ana.work({ kind: 'executed', outputs: {} })
    return ana
  }

  test.each([
    ['en', 'lend order 204 until friday at 10:00', 'no, at 11:00'],
    ['en', 'lend order 204 until friday at 10:00', 'sorry, 11:00'],
    ['es', 'presta el pedido 204 hasta el viernes a las 10:00', 'no, a las 11:00'],
    ['es', 'presta el pedido 204 hasta el viernes a las 10:00', 'perdón, a las 11:00'],
    ['pt-BR', 'empresta o pedido 204 até sexta às 10:00', 'não, às 11:00'],
  ])('is asked for once more: in %s, “%s”, “%s”', (language, wish, text) => {
    const ana = lent(language, 'facts', wish)
    expect(ana.say(text).preview).toMatchObject({ action: 'Refund', target: '204' })
    expect(ana.pending().envelope.args).toMatchObject({ amount: expect.stringContaining('T11:00') })
    expect(ana.session().pending?.draft.takesBack).toBeUndefined()
    expect(ana.session().wishes).toEqual([])
  })

  test('and not where its undo would say what was asked for', () => {
    const ana = lent('en', 'args', 'lend order 204 until friday at 10:00')
    const told = ana.say('no, at 11:00')
    expect(told.preview).toBeUndefined()
    expect(told.text).toContain('“at 11:00”')
  })
})

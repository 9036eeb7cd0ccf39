import { beforeEach, describe, expect, test } from 'vitest'
import type { Outcome } from '../execution/run/outcome.ts'
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

function begin(wish: string): void {
  ana.say(wish)
  ana.sayAll(ana.expect())
}

const failed = (effect: 'none' | 'some'): Outcome => ({
  kind: 'failed',
  reason: 'action_failed',
  explanation: 'x',
  effect,
  outputs: {},
})

describe('“retry” alone', () => {
  test.each([
    ['en', 'retry'],
    ['en', 'please try again'],
    ['es', 'reintentar'],
    ['pt-BR', 'tentar de novo'],
  ])('in %s, “%s” previews once more what failed last', (language, text) => {
    ana = world.chatOf({ language })
    begin('CANCEL_ORDER id=204')
    ana.work(failed('none'))
    expect(ana.say(text).preview).toMatchObject({ action: 'Cancel', target: '204' })
  })

  test('begins nothing a second time, and nothing that did not fail', () => {
    begin('cancel order 204')
    expect(ana.say('retry').text).toBe('Cancel order 204 is confirmed and on its way. You will hear how it ends.')
    ana.work()
    expect(ana.say('retry').text).toContain('Nothing that you asked for last has failed.')
  })
})

describe('“undo” behind a command that stopped halfway', () => {
  test('is about that one, and not about what was done before it', () => {
    begin('cancel order 205')
    ana.work()
    begin('cancel order 204')
    ana.work(failed('some'))
    const { text, preview } = ana.say('undo')
    expect(text).toMatch(/^Cancel order 204 stopped halfway, and what was done of it is not taken back from here/u)
    expect(preview).toBeUndefined()
  })

  test('is about what was done before one that changed nothing', () => {
    begin('cancel order 205')
    ana.work()
    begin('cancel order 204')
    ana.work(failed('none'))
    expect(ana.say('undo').preview).toMatchObject({ action: 'Reinstate', target: '205' })
  })
})

describe('a code that is sent twice', () => {
  const notAgain =
    /^Done already.*Cancel order 204 · #.*\nNothing was done again\.(?:\n\nStill waiting for you: Cancel order 205)?$/u

  test('hears that what it confirmed is on its way, and then that it was done, and not again', () => {
    ana.say('cancel order 204')
    const code = ana.expect()
    ana.sayAll(code)
    expect(ana.say(code)).toMatchObject({
      about: 'info',
      text: 'Cancel order 204 is confirmed and on its way. You will hear how it ends.',
    })
    ana.work()
    expect(ana.say(code)).toMatchObject({ about: 'info', text: expect.stringMatching(notAgain) })
    expect(ana.say('CONFIRM C9F2').text).toContain('No command is waiting for that code')
  })

  test('is no wrong try at the next preview', () => {
    ana.say('cancel orders 204 and 205')
    const code = ana.expect()
    ana.sayAll(code)
    ana.work()
    expect(ana.say(code)).toMatchObject({ about: 'info', text: expect.stringMatching(notAgain) })
    expect(ana.say('CONFIRM C9F2').text).toContain('2 tries left')
  })
})

describe('a second yes', () => {
  test('hears that what the first one confirmed is on its way, and that nothing waits once it has ended', () => {
    begin('reinstate order 206')
    expect(ana.say('yes')).toMatchObject({
      about: 'info',
      text: 'Reinstate order 206 is confirmed and on its way. You will hear how it ends.',
    })
    ana.work()
    expect(ana.say('yes').text).toContain('Nothing is waiting')
  })
})

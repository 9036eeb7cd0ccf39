import * as fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Progress } from '../execution/run/tell-progress.ts'
import { loadShippedCatalogue, withCommand, withoutCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

let catalogue: Catalogue
let world: ConversationWorld

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

/** Confirms a cancellation, which then takes its time. */
function cancelling(chat: Chat): (progress: Partial<Progress>) => string {
  chat.say('CANCEL_ORDER id=204')
  const { envelope } = chat.pending()
  chat.sayAll(chat.expect())
  return (progress) => {
    const record = world.ledger.recordOf(envelope.command_id)
    const asked = { step: 'Cancel the order', message: 'Cancelling order 204', done: 0, total: 1, ...progress }
    const [reply, ...more] = chat.handle({ kind: 'progress', record, progress: asked })
    expect(more).toEqual([])
    expect(reply).toMatchObject({ about: 'progress', command: { id: record.commandId, status: 'confirmed' } })
    return reply?.text ?? ''
  }
}

describe('progress', () => {
  test('is a bar, how many steps are done, and what is being done', () => {
    const tell = cancelling(world.chatOf())
    expect(tell({ done: 2, total: 4 })).toBe('▰▰▱▱ 2/4  Cancelling order 204…')
    expect(tell({ message: 'Cancelling order 204...' })).toBe('▱ 0/1  Cancelling order 204…')
  })

  test('is told in the language of the person, and where that has no words for the step it names the command', () => {
    const joao = world.chatOf({ name: 'João', language: 'pt-BR' })
    const tell = cancelling(joao)
    expect(tell({})).toBe('▱ 0/1  Cancelando o pedido 204…')
    expect(tell({ step: 'Another step' })).toBe('▱ 0/1  Cancelar o pedido 204…')
  })

  test('names the command when nothing has begun, and the token of one that the catalogue has lost', () => {
    const tell = cancelling(world.chatOf())
    expect(tell({ step: null, message: '' })).toBe('▱ 0/1  Cancel order 204…')
    world.catalogue = withoutCommand(catalogue, 'CANCEL_ORDER')
    expect(tell({ step: null, message: '' })).toBe('▱ 0/1  CANCEL_ORDER…')
  })

  test('says what a text of the deployment says of the step, with the arguments as people read them', () => {
    world.catalogue = withCommand(catalogue, 'CANCEL_ORDER', {
      texts: { steps: { 'Cancel the order': 'Off with {id}' } },
    })
    expect(cancelling(world.chatOf())({})).toBe('▱ 0/1  Off with 204…')
  })

  test('never holds more than one line, whatever a step says, and its bar is full only when all is done', () => {
    const tell = cancelling(world.chatOf())
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc
          .integer({ min: 1, max: 64 })
          .chain((total) => fc.tuple(fc.integer({ min: 0, max: total }), fc.constant(total))),
        (message, [done, total]) => {
          const text = tell({ message, done, total })
          expect(text).not.toMatch(/[\n\r*~`\u202E]/u)
          expect(Array.from(text).length).toBeLessThan(110)
          const bar = text.split(' ')[0] ?? ''
          expect(bar).toMatch(/^▰*▱*$/u)
          expect(bar.length).toBe(Math.min(total, 10))
          expect(!bar.includes('▱')).toBe(done === total)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('changes nothing of what is open, and reminds of nothing', () => {
    const ana = world.chatOf()
    const tell = cancelling(ana)
    ana.say('REFUND_ORDER id=205 amount=5')
    const before = ana.session()
    expect(tell({})).toBe('▱ 0/1  Cancelling order 204…')
    expect(ana.session()).toEqual(before)
  })
})

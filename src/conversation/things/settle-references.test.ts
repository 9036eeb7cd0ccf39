import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { conversationContext } from '../../testing/conversation/conversation-context.ts'
import type { Wish } from '../../understanding/wish.ts'
import { maxMentionAgeMs, mention, recall } from './mentions.ts'
import type { Scene } from '../scene.ts'
import { emptySession, type Mention } from '../session.ts'
import { meantWish, settleReferences } from './settle-references.ts'

const catalogue = await loadShippedCatalogue()
const now = new Date('2026-03-04T15:00:00Z')

function sceneOf(mentioned: readonly Mention[]): Scene {
  return {
    session: { ...emptySession, mentioned },
    facts: new Map(),
    context: { ...conversationContext(catalogue), now },
  }
}

const named = (entity: string, id: string, messageId: string, ageMs = 0): Mention => ({
  entity,
  id,
  at: new Date(now.getTime() - ageMs).toISOString(),
  messageIds: [messageId],
})
const wish = (command: string, args: Wish['args'], refers?: Wish['refers']): Wish => ({
  command,
  args,
  source: 'sentence',
  ...(refers === undefined ? {} : { refers }),
})
const it = (entity: string) => ({ said: 'it', entity })
const removeIt: Wish = {
  ...wish('DELETE_FILE', {}, { path: it('file') }),
  or: [wish('REMOVE_NOTE', {}, { note: it('note') })],
}

describe('meantWish()', () => {
  test('is about what was spoken of last', () => {
    const note = named('note', 'n1', 'm2')
    const file = named('file', 'notes.txt', 'm1')
    expect(meantWish(sceneOf([note, file]), removeIt)?.command).toBe('REMOVE_NOTE')
    expect(meantWish(sceneOf([file, note]), removeIt)?.command).toBe('DELETE_FILE')
  })

  test('is none when nothing of a fitting kind was spoken of, or too long ago', () => {
    expect(meantWish(sceneOf([named('order', '204', 'm1')]), removeIt)).toBeNull()
    expect(meantWish(sceneOf([named('note', 'n1', 'm1', maxMentionAgeMs + 1)]), removeIt)).toBeNull()
  })
})

describe('settleReferences()', () => {
  test('takes the target of the wish before, through several wishes', () => {
    const wishes = [
      wish('CANCEL_ORDER', { id: '204' }),
      wish('REFUND_ORDER', { amount: '20' }, { id: it('order') }),
      wish('ADD_NOTE', { text: 'late' }, { id: it('order') }),
    ]
    const settled = settleReferences(sceneOf([named('order', '207', 'm1')]), wishes)
    expect(settled.map(({ args, refers }) => [args['id'], refers])).toEqual([
      ['204', undefined],
      ['204', undefined],
      ['204', undefined],
    ])
  })

  test('keeps the words that were said', () => {
    const wishes = [wish('CANCEL_ORDER', { id: '204' }), wish('ORDER_STATUS', {}, { id: it('order') })]
    expect(settleReferences(sceneOf([]), wishes)[1]?.said).toEqual({ id: 'it' })
  })

  test('asks where the wish before is about another kind of thing, whatever was spoken of earlier', () => {
    const wishes = [wish('CANCEL_ORDER', { id: '204' }), wish('DELETE_FILE', {}, { path: it('file') })]
    const [, second] = settleReferences(sceneOf([named('file', 'notes.txt', 'm1')]), wishes)
    expect(second).toEqual(wish('DELETE_FILE', {}))
  })

  test('leaves a reference to what was spoken of before the message', () => {
    const wishes = [wish('LIST_FILES', {}), wish('CANCEL_ORDER', {}, { id: it('order') })]
    expect(settleReferences(sceneOf([]), wishes)).toEqual(wishes)
  })
})

describe('recall()', () => {
  test('gives the newest, and with it what was named for the same message', () => {
    const scene = sceneOf([named('order', '206', 'm3'), named('order', '205', 'm3'), named('order', '204', 'm1')])
    expect(recall(scene, it('order'))).toEqual(['206', '205'])
    expect(recall(scene, it('file'))).toEqual([])
  })

  test('takes two entities that are called the same for one kind', () => {
    expect(recall(sceneOf([named('person', '+5511990000002', 'm1')]), it('person-ever'))).toEqual(['+5511990000002'])
  })
})

test('never more than twelve things are kept, each once', () => {
  let session = emptySession
  for (let n = 0; n < 40; n++)
    session = mention(session, [{ entity: 'order', id: String(n % 20) }], { messageIds: [`m${n}`], now })
  expect(session.mentioned.map(({ id }) => id)).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8].map(String))
})

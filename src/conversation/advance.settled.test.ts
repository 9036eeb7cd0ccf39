import * as fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Verdict } from '../envelope/lifecycle.ts'
import { loadShippedCatalogue, withoutCommand } from '../testing/catalogues/conversation-catalogue.ts'
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

/** Asks for a cancellation that may or may not have happened; gives its reference, and how what somebody found out is told. */
function inDoubt(chat: Chat) {
  chat.say('CANCEL_ORDER id=204')
  const { envelope } = chat.pending()
  chat.sayAll(chat.expect())
  chat.work({ kind: 'failed', reason: 'effect_unknown', explanation: '', effect: 'unknown', outputs: {} })
  return {
    ref: envelope.sayso.ref,
    tell: (verdict: Verdict, by = 'Bia') => {
      const record = world.ledger.recordOf(envelope.command_id)
      const [reply, ...more] = chat.handle({ kind: 'settled', record, verdict, by })
      expect(more).toEqual([])
      expect(reply).toMatchObject({ about: 'info', command: { id: envelope.command_id } })
      return reply?.text ?? ''
    },
  }
}

describe('what somebody else found out about a command', () => {
  test.each([
    [
      'en',
      (ref: string) => `Bia says that #${ref} (Cancel order 204) happened.`,
      (ref: string) =>
        `Bia says that #${ref} (Cancel order 204) did not happen. Ask for it again if you still want it.`,
      'Somebody',
    ],
    [
      'pt-BR',
      (ref: string) => `Bia disse que #${ref} (Cancelar o pedido 204) aconteceu.`,
      (ref: string) => `Bia disse que #${ref} (Cancelar o pedido 204) não aconteceu. Peça outra vez se ainda quiser.`,
      'Alguém',
    ],
    [
      'es',
      (ref: string) => `Bia dice que #${ref} (Cancelar el pedido 204) ocurrió.`,
      (ref: string) =>
        `Bia dice que #${ref} (Cancelar el pedido 204) no ocurrió. Pídelo de nuevo si todavía lo quieres.`,
      'Alguien',
    ],
  ] as const)('is told in %s, by name', (language, happened, didNot, somebody) => {
    const { ref, tell } = inDoubt(world.chatOf({ language }))
    expect(tell('happened')).toBe(happened(ref))
    expect(tell('not_happened')).toBe(didNot(ref))
    expect(tell('happened', '')).toBe(happened(ref).replace('Bia', somebody))
  })

  test('leaves what is open as it is, with a line that reminds of it', () => {
    const ana = world.chatOf()
    const { tell } = inDoubt(ana)
    ana.say('CANCEL_ORDER id=205')
    const before = ana.session()
    expect(tell('happened')).toMatch(/happened\.\n\n.*Cancel order 205/u)
    expect(ana.session()).toEqual({ ...before, pending: { ...before.pending, asideSince: true } })
  })

  test('is told by its token of a command that the catalogue has lost', () => {
    const { ref, tell } = inDoubt(world.chatOf())
    world.catalogue = withoutCommand(catalogue, 'CANCEL_ORDER')
    expect(tell('happened')).toBe(`Bia says that #${ref} (CANCEL_ORDER) happened.`)
  })

  test('is one line, whatever they are called', () => {
    const { tell } = inDoubt(world.chatOf())
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(tell('happened', name)).not.toMatch(/[\n\r*~`\u202E]/u)
      }),
    )
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Command } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { uuidv7 } from '../turns/uuid.ts'
import { buildEnvelope } from './build-envelope.ts'
import { safeties } from './lifecycle.ts'

const now = new Date('2026-03-01T14:00:00.123Z')
const actor = { user_id: 'ana', channel: 'whatsapp', auth_context_id: 'identity 1' }
const trace = { conversation_id: 'chat 1', message_ids: ['m1', 'm2'] }

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

function envelopeOf(token: string, args: Parameters<typeof buildEnvelope>[0]['args']) {
  const command = catalogue.commands.get(token)
  if (command === undefined) throw new TypeError(`No command ${token}`)
  return envelopeOfCommand(command, args)
}

function envelopeOfCommand(command: Command, args: Parameters<typeof buildEnvelope>[0]['args']) {
  return buildEnvelope({
    command,
    args,
    actor,
    actorFacts: { language: 'pt-BR', time_zone: 'America/Sao_Paulo' },
    issuance: { again: 0, others: 0 },
    facts: {},
    trace,
    ids: { commandId: 'c1', ref: 'R1' },
    catalogueVersion: 'v1',
    now,
  })
}

describe('buildEnvelope()', () => {
  test('keeps what the actor was like when they asked, so that nobody looks it up later', () => {
    const { actor: known } = envelopeOf('LIST_ORDERS', {}).sayso
    expect(known).toEqual({ language: 'pt-BR', time_zone: 'America/Sao_Paulo' })
  })

  test('has every minimum field of CCP VII.B, under the name that it has there', () => {
    const { sayso: _ours, ...envelope } = envelopeOf('CANCEL_ORDER', { id: '204', reason: 'late' })
    expect(envelope).toEqual({
      command_id: 'c1',
      timestamp: '2026-03-01T14:00:00.123Z',
      actor,
      intent: { entity: 'Order', action: 'Cancel', target: { id: '204' } },
      args: { id: '204', reason: 'late' },
      confirmation: { required: true, method: 'token' },
      idempotency_key: expect.stringMatching(/^[0-9a-f]{64}$/u),
      trace,
    })
  })

  test('needs no confirmation and has no key for a read, and has both for whatever mutates', () => {
    const seen = new Set<string>()
    for (const command of catalogue.commands.values()) {
      const { confirmation, idempotency_key } = envelopeOfCommand(command, { id: '204' })
      const mutates = command.safety !== 'read'
      expect([command.token, confirmation.required, idempotency_key !== null]).toEqual([
        command.token,
        mutates,
        mutates,
      ])
      expect(confirmation.method === 'none').toBe(!mutates)
      seen.add(command.safety)
    }
    expect(seen).toEqual(new Set(safeties))
  })

  test('names a file that is the target by its path', () => {
    const id = { $file: '/notes.txt', sha256: '0'.repeat(64), bytes: 5 }
    expect(envelopeOf('CANCEL_ORDER', { id }).intent.target).toEqual({ id: '/notes.txt' })
  })

  test('leaves the target empty where the command has none', () => {
    expect(envelopeOf('LIST_ORDERS', {}).intent).toEqual({ entity: 'Order', action: 'List', target: null })
  })
})

test('ids of commands are unique, and in the order of their time', () => {
  const ids = Array.from({ length: 2000 }, (_none, n) => uuidv7(new Date(now.getTime() + Math.floor(n / 1000))))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u.test(id))).toBe(
    true,
  )
  expect((ids[0] ?? '') < (ids[1999] ?? '')).toBe(true)
})

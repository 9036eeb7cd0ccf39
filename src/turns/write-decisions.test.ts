import { expect, test } from 'vitest'
import { openPayload } from '../ledger/evidence-payload.ts'
import { loadEnvelope } from '../ledger/envelopes.ts'
import { silentTracer } from '../telemetry/tracer.ts'
import { loadShippedCatalogue } from '../testing/conversation-catalogue.ts'
import { createTestLedger } from '../testing/test-ledger.ts'
import { writeDecisions } from './write-decisions.ts'

const clock = () => new Date('2026-11-22T12:00:00Z')
const by = { engine: 'local', model: 'm', language: 'en', duration_ms: 900 }
const audio = [{ message_id: 'note', transcript: 'cancel the order of Maria', heard: 'council order of Maria', ...by }]

test.each(['accept', 'refuse'] as const)(
  'the evidence of a spoken command (%s) says what heard it for good, and what was heard where it can be erased',
  async (kind) => {
    const { ledger, secrets, lane, accept, close } = await createTestLedger()
    const stored = await loadEnvelope(ledger.db, await accept())
    if (stored === null) throw new TypeError('Nothing was accepted')
    const commandId = '01900000-0000-7000-8000-000000000001'
    const trace = { ...stored.envelope.trace, audio }
    const sayso = { ...stored.envelope.sayso, ref: 'SPOKEN' }
    const envelope = { ...stored.envelope, command_id: commandId, trace, sayso }
    const decision =
      kind === 'accept'
        ? ({ kind, envelope, token: null, expiresAt: null } as const)
        : ({ kind, envelope, reason: 'unauthorised' } as const)
    const deps = { secrets, clock, tracer: silentTracer, front: null, catalogue: await loadShippedCatalogue() }
    await writeDecisions(deps, ledger.db, { ...lane, messageId: 'note', text: null }, [decision])
    const row = await ledger.db
      .selectFrom('evidence')
      .innerJoin('evidence_payloads', 'evidence_payloads.evidence_id', 'evidence.id')
      .where('command_id', '=', commandId)
      .select(['facts', 'payload_digest', 'payload'])
      .executeTakeFirstOrThrow()
    expect(row.facts).toMatchObject({ audio: [{ message_id: 'note', ...by }] })
    expect(JSON.stringify(row.facts)).not.toContain('Maria')
    expect(openPayload(secrets, row.payload_digest ?? Buffer.alloc(0), row.payload ?? Buffer.alloc(0))).toMatchObject({
      heard: [audio[0]?.transcript, audio[0]?.heard],
    })
    await close()
  },
)

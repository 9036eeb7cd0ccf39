import { expect, test } from 'vitest'
import { loadShippedCatalogue, withCommand } from '../../testing/catalogues/conversation-catalogue.ts'
import { emptySession } from '../../conversation/session.ts'
import { createTestLedger } from '../../testing/installations/test-ledger.ts'
import { hideSecrets } from './hide-secrets.ts'

test('of a spoken secret nothing is kept that was heard, neither the sentence nor what the engine made of it', async () => {
  const { ledger, secrets, lane, close } = await createTestLedger()
  const shipped = await loadShippedCatalogue()
  const note = shipped.commands.get('ADD_NOTE')
  const parameters = (note?.parameters ?? []).map((each) =>
    each.name === 'text' ? ({ ...each, kind: 'secret' } as const) : each,
  )
  const catalogue = withCommand(shipped, 'ADD_NOTE', { command: { parameters } })
  const at = new Date('2026-03-01T14:00:00Z')
  const row = {
    seq: '1',
    kind: 'message',
    account: 'a',
    channel: 'terminal',
    chatId: lane.chatId,
    chatKind: 'private',
    external: '+1',
    from: '+1',
    senderId: lane.identityId,
    messageId: 'm',
    body: {},
    sentAt: at,
    receivedAt: at,
    attempts: 0,
    takenAt: null,
  } as const
  const by = { engine: 'local', model: 'm', language: 'en', durationMs: 900 } as const
  const hidden = await hideSecrets(
    { catalogue, secrets, clock: () => at },
    ledger.db,
    { row, session: emptySession, personId: lane.personId },
    {
      kind: 'reading',
      reading: {
        kind: 'wishes',
        wishes: [{ command: 'ADD_NOTE', args: { id: '204', text: 'hunter2' }, source: 'sentence' }],
      },
      message: {
        id: 'm',
        sentAt: at.toISOString(),
        forwarded: false,
        quotedCommand: null,
        quotedOptions: null,
        spoken: {
          transcript: 'note on order 204: hunter2',
          by: { ...by, heard: 'not on order 204 hunter2' },
          doubt: null,
        },
      },
    },
  )
  expect(hidden).toMatchObject({ message: { secret: true, spoken: { by } } })
  expect(JSON.stringify(hidden)).not.toContain('hunter2')
  await close()
})

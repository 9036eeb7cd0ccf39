import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../access/person.ts'
import type { Catalogue, Command, Parameter } from '../../catalogue/catalogue.ts'
import type { Reply } from '../../channel/reply.ts'
import { buildEnvelope } from '../../envelope/build-envelope.ts'
import type { JsonObject } from '../../json.ts'
import { loadShippedCatalogue, withCommand } from '../../testing/catalogues/conversation-catalogue.ts'
import { conversationContext } from '../../testing/conversation/conversation-context.ts'
import { noSurroundings } from '../previews/circumstances.ts'
import { renderPreview } from './render-preview.ts'

let shipped: Catalogue

beforeAll(async () => {
  shipped = await loadShippedCatalogue()
})

function commandOf(catalogue: Catalogue, token: string): Command {
  const command = catalogue.commands.get(token)
  if (command === undefined) throw new TypeError(`No command ${token}`)
  return command
}

function previewOf(
  token: string,
  {
    catalogue = shipped,
    who = {},
    args = { id: '204' },
    facts = {},
    said = {},
    validMs = 300_000,
  }: {
    catalogue?: Catalogue
    who?: Partial<Person>
    args?: JsonObject
    facts?: JsonObject
    said?: Readonly<Record<string, string>>
    validMs?: number
  },
): Reply {
  const context = conversationContext(catalogue, who)
  const command = commandOf(catalogue, token)
  const origin = { messageIds: ['m1'], sentAt: context.now.toISOString() }
  const envelope = buildEnvelope({
    command,
    args,
    actor: { user_id: 'p', channel: 'terminal', auth_context_id: 'i' },
    actorFacts: { language: 'en', time_zone: context.person.timeZone },
    issuance: { again: 0, others: 0 },
    facts,
    trace: { conversation_id: 'c', message_ids: ['m1'] },
    ids: context.ids,
    catalogueVersion: catalogue.version,
    now: context.now,
  })
  const expiresAt = new Date(context.now.getTime() + validMs).toISOString()
  const confirm = { method: 'yes', expect: 'yes', expiresAt } as const
  const draft = { command: token, raw: {}, args, said, origin, again: false }
  return renderPreview({ context, command, draft, envelope, confirm, surroundings: noSurroundings, note: null })
}

describe('a preview says how it is undone', () => {
  test('to whoever may do that; to others that they may not, and what reverses it is not named to them', () => {
    const [owner, operator] = ['owner', 'operator'].map((role) =>
      previewOf('REINSTATE_ORDER', { who: { roles: [role] } }),
    )
    expect(owner?.text).toContain('Undo: CANCEL_ORDER id=204')
    expect(owner?.preview?.reversible).toBe('CANCEL_ORDER')
    expect(operator?.text).toContain('Only somebody with more rights can undo it.')
    expect(operator?.preview?.reversible).toBe(false)
  })

  test('not where what it takes from the world was not there', () => {
    const preview = previewOf('REMOVE_NOTE', { args: { note: 'n12' } })
    expect(preview.text).toContain('This cannot be undone.')
    expect(preview.preview?.reversible).toBe(false)
  })

  test('by its reference where only the outcome will say what it needs', () => {
    expect(previewOf('ADD_NOTE', { args: { id: '204', text: 'a gift' } }).text).toContain('Undo: UNDO #K7Q2M')
  })
})

describe('a preview says whom it is about by name', () => {
  const phone = '+5491150000003'
  const person = { id: phone, name: 'Vero', phone, roles: 'operator', language: 'es', state: 'active' }

  test.each([
    ['en', 'REMOVE_PERSON', { phone }, '⚠️ Remove Vero (+5491150000003)'],
    ['en', 'GRANT_ROLE', { phone, role: 'owner' }, '⚠️ Give Vero (+5491150000003) the role owner too'],
    ['pt-BR', 'REMOVE_PERSON', { phone }, '⚠️ Remover Vero (+5491150000003)'],
    ['pt-BR', 'FORGET', { person: phone }, '⚠️ Esquecer Vero (+5491150000003)'],
    ['es', 'REMOVE_PERSON', { phone }, '⚠️ Quitar a Vero (+5491150000003)'],
    ['es', 'REVOKE_ROLE', { phone, role: 'operator' }, '⚠️ Quitar a Vero (+5491150000003) el rol de operación'],
  ])('in %s, %s', (language, token, args, title) => {
    const found = { person, 'person-ever': person }
    const entity = commandOf(shipped, token).parameters[0]?.entity ?? ''
    const facts = Object.fromEntries(Object.entries(found).filter(([name]) => name === entity))
    expect(previewOf(token, { who: { language }, args, facts }).text.split('\n')[0]).toBe(title)
  })

  test('and by the number alone where it is not known whose that is', () => {
    expect(previewOf('REMOVE_PERSON', { args: { phone } }).text).toMatch(/^⚠️ Remove \+5491150000003\n/u)
  })
})

describe('a preview speaks one language', () => {
  test.each([
    ['pt-BR', 'Para desfazer: DESFAZER #K7Q2M\n'],
    ['es', 'Para deshacer: DESHACER #K7Q2M\n'],
  ])('in %s what undoes it is no English token', (language, undo) => {
    expect(previewOf('CANCEL_ORDER', { who: { language } }).text).toContain(undo)
  })

  test.each([
    ['en', 'Asked by Ana (not registered yet).'],
    ['pt-BR', 'Pedido por Ana (ainda sem cadastro).'],
    ['es', 'Lo pide Ana (todavía sin registro).'],
  ])('in %s whoever is to become the first owner has no English word for a role', (language, line) => {
    expect(previewOf('ADD_OWNER', { who: { language, roles: ['claimant'] }, args: {} }).text).toContain(line)
  })
})

describe('a preview says how long it is valid', () => {
  test.each([
    ['en', 300_000, 'Valid for 5 minutes.'],
    ['en', 120_000, 'Valid for 2 minutes.'],
    ['en', 119_999, 'Valid for 119 seconds.'],
    ['en', 90_000, 'Valid for 90 seconds.'],
    ['en', 1000, 'Valid for 1 second.'],
    ['pt-BR', 90_000, 'Vale por 90 segundos.'],
    ['pt-BR', 150_000, 'Vale por 2 minutos.'],
    ['es', 20_000, 'Vale por 20 segundos.'],
    ['es', 180_000, 'Vale por 3 minutos.'],
  ])('in %s, %i ms: %s', (language, validMs, expected) => {
    expect(previewOf('CANCEL_ORDER', { who: { language }, validMs }).text).toContain(expected)
  })
})

test('a value that ends as a sentence does is followed by no second stop', () => {
  const cancel = commandOf(shipped, 'CANCEL_ORDER')
  const when: Parameter = {
    name: 'reason',
    kind: 'scalar',
    required: false,
    type: 'datetime',
    schema: { type: 'string' },
    entity: null,
  }
  const parameters = cancel.parameters.map((each) => (each.name === when.name ? when : each))
  const catalogue = withCommand(shipped, 'CANCEL_ORDER', { command: { parameters } })
  const spanish = catalogue.locales.get('es')
  const texts = spanish?.commands[cancel.path]
  if (spanish === undefined || texts === undefined) throw new TypeError('No Spanish')
  const commands = { ...spanish.commands, [cancel.path]: { ...texts, effect: 'queda para el {reason}' } }
  const locales = new Map(catalogue.locales).set('es', { ...spanish, commands })
  const { text } = previewOf('CANCEL_ORDER', {
    catalogue: { ...catalogue, locales },
    who: { language: 'es' },
    args: { id: '204', reason: '2026-11-27T10:00:00-03:00' },
    said: { reason: 'el viernes a las diez' },
  })
  const shown = text.replaceAll(/\s/gu, ' ')
  expect(shown).toContain('viernes, 27 de noviembre de 2026, 10:00 a. m. ')
  expect(shown).toContain('Dijiste “el viernes a las diez”: viernes, 27 de noviembre de 2026, 10:00 a. m. ')
  expect(shown).not.toContain('..')
})

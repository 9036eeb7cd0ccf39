import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Command, Parameter } from '../../catalogue/catalogue.ts'
import type { JsonObject } from '../../json.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { conversationContext } from '../../testing/conversation/conversation-context.ts'
import { fillableUndo, keptUndoOf, offeredUndo, undoOf, type Undoable } from './undo-of.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

function commandOf(token: string): Command {
  const command = catalogue.commands.get(token)
  if (command === undefined) throw new TypeError(`No command ${token}`)
  return command
}

function done(token: string, args: JsonObject, more: Partial<Undoable> = {}): Undoable {
  const target = commandOf(token).intent.target
  const id = target === null ? undefined : args[target]
  const intent = { entity: 'Thing', action: 'Do', target: typeof id === 'string' ? { id } : null }
  return {
    args,
    intent,
    facts: {},
    actor: { language: 'pt-BR', time_zone: 'UTC' },
    lastStep: 's',
    outcome: null,
    ...more,
  }
}

function planOf(token: string, args: JsonObject, more: Partial<Undoable> = {}) {
  const plan = undoOf({ catalogue }, commandOf(token), done(token, args, more))
  return plan === null ? null : { [plan.command.token]: plan.raw, later: plan.later }
}

const phone = '+5511990000001'

function executed(row: JsonObject): Pick<Undoable, 'outcome'> {
  return { outcome: { kind: 'executed', outputs: { s: { rows: [row] } } } }
}

function keptOf(token: string, args: JsonObject, more: Partial<Undoable> = {}) {
  return keptUndoOf({ catalogue }, { name: token, ...done(token, args, more) })
}

describe('undoOf()', () => {
  test.each([
    ['CANCEL_ORDER', { id: '204' }, { REINSTATE_ORDER: { id: '204' } }],
    ['REINSTATE_ORDER', { id: '204' }, { CANCEL_ORDER: { id: '204' } }],
    ['PAUSE', {}, { RESUME: {} }],
    ['RESUME', {}, { PAUSE: {} }],
    ['LANGUAGE', { code: 'es' }, { LANGUAGE: { code: 'pt-BR' } }],
    ['GRANT_ROLE', { phone, role: 'operator' }, { REVOKE_ROLE: { phone, role: 'operator' } }],
    ['REVOKE_ROLE', { phone, role: 'operator' }, { GRANT_ROLE: { phone, role: 'operator' } }],
    ['ADD_PERSON', { phone, name: 'Bia', role: 'viewer' }, { REMOVE_PERSON: { phone } }],
    ['RENAME_FILE', { from: 'a.txt', to: 'b.txt' }, { RENAME_FILE: { from: 'b.txt', to: 'a.txt' } }],
  ])('of %s %j is the command that goes back', (token, args, expected) => {
    expect(planOf(token, args)).toEqual({ ...expected, later: false })
  })

  test('of words that were struck out knows them no more', () => {
    const struck = { args: { from: '••••', to: 'b.txt' } }
    expect(planOf('RENAME_FILE', struck.args)).toEqual({ RENAME_FILE: { from: 'b.txt' }, later: false })
    const plan = fillableUndo(
      conversationContext(catalogue),
      commandOf('RENAME_FILE'),
      done('RENAME_FILE', struck.args),
    )
    expect(plan).toBeNull()
  })

  test.each([
    ['REFUND_ORDER', { id: '205', amount: '10.00 BRL' }],
    ['DELETE_FILE', { path: 'a.txt' }],
    ['FORGET', { person: phone }],
    ['ORDER_STATUS', { id: '205' }],
  ])('of %s is nothing', (token, args) => {
    expect(planOf(token, args)).toBeNull()
  })

  test.each([
    ['file', (path: string) => ({ $file: path, sha256: '0'.repeat(64), bytes: 1 }), ['a.txt', 'b.txt']],
    ['structured', (path: string) => ({ path }), ['{"path":"a.txt"}', '{"path":"b.txt"}']],
  ] as const)('takes back values of kind %s as a person would say them', (kind, valueOf, [from, to]) => {
    const rename = commandOf('RENAME_FILE')
    const schema = { properties: { path: { type: 'string' } } }
    const parameters = rename.parameters.map((each) => ({ ...each, kind, schema, entity: null }))
    const commands = new Map(catalogue.commands).set('RENAME_FILE', { ...rename, parameters })
    const args = { from: valueOf('a.txt'), to: valueOf('b.txt') }
    const plan = undoOf({ catalogue: { ...catalogue, commands } }, rename, done('RENAME_FILE', args))
    expect(plan?.raw).toEqual({ from: to, to: from })
  })

  test('of a removed person is to add them as they were; which of several roles they get back is left open', () => {
    const removed = (roles: string) => planOf('REMOVE_PERSON', { phone }, { facts: { person: { name: 'Bia', roles } } })
    expect(removed('viewer')).toEqual({ ADD_PERSON: { phone, name: 'Bia', role: 'viewer' }, later: false })
    expect(removed('operator, viewer')).toEqual({ ADD_PERSON: { phone, name: 'Bia' }, later: false })
  })

  test('of a new name is the old one, of somebody else and of oneself', () => {
    const renamed = planOf('RENAME_PERSON', { phone, name: 'Beatriz' }, { facts: { person: { name: 'Bia' } } })
    expect(renamed).toEqual({ RENAME_PERSON: { phone, name: 'Bia' }, later: false })
    const called = planOf('CALL_ME', { name: 'Beatriz' }, executed({ name: 'Beatriz', before: 'Bia' }))
    expect(called).toEqual({ CALL_ME: { name: 'Bia' }, later: false })
  })

  test('takes what was only known once it was done from the outcome, and is nothing when that does not say it', () => {
    const args = { id: '204', text: 'a gift' }
    expect(planOf('ADD_NOTE', args)).toEqual({ REMOVE_NOTE: {}, later: true })
    expect(planOf('ADD_NOTE', args, executed({ note: 'n12' }))).toEqual({ REMOVE_NOTE: { note: 'n12' }, later: false })
    expect(planOf('ADD_NOTE', args, executed({}))).toBeNull()
    const facts = { note: { id: 'n12', order_id: '204', text: 'a gift' } }
    expect(planOf('REMOVE_NOTE', { note: 'n12' }, { facts })).toEqual({ ADD_NOTE: args, later: false })
  })
})

function offersUndo(token: string, given: Undoable, role = 'owner'): boolean {
  return offeredUndo(conversationContext(catalogue, { roles: [role] }), commandOf(token), given) !== null
}

/** A refund that would be undone by another one, of the whole order, dated as the order is. */
function refundUndoneBySuch(when: Partial<Parameter> = {}): {
  readonly command: Command
  readonly catalogue: Catalogue
} {
  const refund = commandOf('REFUND_ORDER')
  const dated: Parameter = {
    name: 'day',
    kind: 'scalar',
    type: 'date',
    required: true,
    schema: { type: 'string' },
    entity: null,
    ...when,
  }
  const amount = { from: 'facts', entity: 'order', column: 'amount' } as const
  const day = { from: 'facts', entity: 'order', column: 'day' } as const
  const undo = { command: 'REFUND_ORDER', arguments: { id: { from: 'args', name: 'id' }, amount, day } } as const
  const command = { ...refund, parameters: [...refund.parameters, dated], undo }
  const roles = new Map(catalogue.roles).set('clerk', [{ scope: 'orders.refund', limits: { amount: { maximum: 50 } } }])
  return {
    command,
    catalogue: { ...catalogue, roles, commands: new Map(catalogue.commands).set('REFUND_ORDER', command) },
  }
}

/** That of an order with this much on it, of this day. */
function refundOf(order: JsonObject): Undoable {
  return done('REFUND_ORDER', { id: '204', amount: '10.00 BRL' }, { facts: { order: { currency: 'BRL', ...order } } })
}

/** The moment to which the undo goes back of a command that moved an order from where the preview saw it. */
function movedFrom(at: string, timeZone = 'America/Sao_Paulo'): string | undefined {
  const cancel = commandOf('CANCEL_ORDER')
  const when: Parameter = {
    name: 'when',
    kind: 'scalar',
    type: 'datetime',
    required: true,
    schema: { type: 'string' },
    entity: null,
  }
  const from = { from: 'facts', entity: 'order', column: 'at' } as const
  const undo = { command: 'CANCEL_ORDER', arguments: { id: { from: 'args', name: 'id' }, when: from } } as const
  const move = { ...cancel, parameters: [...cancel.parameters, when], undo }
  const commands = new Map(catalogue.commands).set('CANCEL_ORDER', move)
  const actor = { language: 'en', time_zone: timeZone }
  const given = done('CANCEL_ORDER', { id: '204' }, { facts: { order: { at } }, actor })
  return undoOf({ catalogue: { ...catalogue, commands } }, move, given)?.raw['when']
}

describe('offeredUndo()', () => {
  test('is only for those who may ask for the undoing command', () => {
    const reinstated = done('REINSTATE_ORDER', { id: '204' })
    expect(offersUndo('REINSTATE_ORDER', reinstated, 'owner')).toBe(true)
    expect(offersUndo('REINSTATE_ORDER', reinstated, 'operator')).toBe(false)
  })

  test.each([
    [{ name: 'Bia', roles: 'viewer' }, true],
    [{ name: 'Bia', roles: 'operator, viewer' }, true],
    [{ name: null, roles: 'viewer' }, false],
  ])('from %j, where only a choice may be left open, is offered: %s', (person, expected) => {
    const removed = done('REMOVE_PERSON', { phone }, { facts: { person } })
    expect(offersUndo('REMOVE_PERSON', removed)).toBe(expected)
  })

  test.each([
    [{}, true],
    [executed({ note: 'n12' }), true],
    [executed({}), false],
  ])('that only the outcome can fill is, with %j, offered: %s', (more, expected) => {
    expect(offersUndo('ADD_NOTE', done('ADD_NOTE', { id: '204', text: 'a gift' }, more))).toBe(expected)
  })
})

describe('an undo that would be refused is not offered', () => {
  test.each([
    ['clerk', '50.00', true],
    ['clerk', '50.01', false],
    ['owner', '50.01', true],
    // What is not known is asked for, and judged then.
    ['clerk', null, false],
  ])('to a %s, of %s: %s; what others could fill is not called final', (role, amount, expected) => {
    const { command, catalogue: changed } = refundUndoneBySuch()
    const context = conversationContext(changed, { roles: [role] })
    const given = refundOf({ amount, day: '2026-03-02' })
    expect(offeredUndo(context, command, given) !== null).toBe(expected)
    expect(fillableUndo(context, command, given) !== null).toBe(amount !== null)
  })

  test.each([
    [{ schema: { type: 'string', formatMinimum: 'today' } }, '2026-03-01', 'UTC', true],
    [{ schema: { type: 'string', formatMinimum: 'today' } }, '2026-02-28', 'UTC', false],
    [{ schema: { type: 'string', formatMinimum: 'today' }, required: false }, '2026-02-28', 'UTC', false],
    [{ schema: { type: 'string', formatMinimum: 'today' } }, '2026-03-01', 'Pacific/Kiritimati', false],
    [{ schema: { type: 'string', formatMaximum: 'today' } }, '2026-03-02', 'UTC', false],
    [{ schema: { type: 'string', maxLength: 5 }, type: 'text', required: false }, '2026-03-02', 'UTC', false],
    [{ schema: { type: 'string', maxLength: 5 }, type: 'text', required: false }, null, 'UTC', true],
    [{ schema: { enum: ['a', 'b'] }, type: 'choice' }, 'a, b', 'UTC', true],
    [{ schema: { enum: ['a', 'b'] }, type: 'choice', required: false }, 'a, b', 'UTC', false],
  ] as const)('as %j of %s in %s: %s', (when, day, timeZone, expected) => {
    const { command, catalogue: changed } = refundUndoneBySuch(when)
    const context = conversationContext(changed, { timeZone })
    expect(offeredUndo(context, command, refundOf({ amount: '20.00', day })) !== null).toBe(expected)
  })

  test('nor is one that would give back a role that allows more than they may do', () => {
    const revoked = done('REVOKE_ROLE', { phone, role: 'owner' })
    const roles = new Map(catalogue.roles).set('manager', ['admin.grant-role', 'admin.revoke-role'])
    const as = (role: string) => conversationContext({ ...catalogue, roles }, { roles: [role] })
    expect(offeredUndo(as('owner'), commandOf('REVOKE_ROLE'), revoked)).not.toBeNull()
    expect(offeredUndo(as('manager'), commandOf('REVOKE_ROLE'), revoked)).toBeNull()
  })
})

describe('an undo that goes back to a moment', () => {
  test.each([
    ['2026-11-28T18:00:00.000Z', '2026-11-28T15:00:00-03:00'],
    ['2026-11-29T01:00Z', '2026-11-28T22:00:00-03:00'],
    ['2026-11-28T15:00:00-03:00', '2026-11-28T15:00:00-03:00'],
    ['2026-11-28T18:00:00', undefined],
  ])('takes %s as %s', (at, expected) => {
    expect(movedFrom(at)).toBe(expected)
  })

  test('is in UTC where nobody knows the zone of whoever asked', () => {
    expect(movedFrom('2026-11-28T18:00:00.000Z', 'Etc/Unknown')).toBe('2026-11-28T18:00:00+00:00')
  })
})

describe('keptUndoOf()', () => {
  test('is the undo as it is stored when somebody asks for it', () => {
    expect(keptOf('RENAME_FILE', { from: 'a.txt', to: 'b.txt' })).toEqual({
      name: 'RENAME_FILE',
      intent: { entity: 'File', action: 'Rename', target: { id: 'b.txt' } },
      args: { from: 'b.txt', to: 'a.txt' },
      made: false,
    })
    expect(keptOf('ADD_NOTE', { id: '204', text: 'a gift' }, executed({ note: 'n12' }))).toEqual({
      name: 'REMOVE_NOTE',
      intent: { entity: 'Note', action: 'Remove', target: { id: 'n12' } },
      args: { note: 'n12' },
      made: true,
    })
  })

  test('is nothing where nothing takes it back, and for a command that is gone', () => {
    expect(keptOf('REFUND_ORDER', { id: '205', amount: '10.00 BRL' })).toBeNull()
    expect(keptUndoOf({ catalogue }, { ...done('PAUSE', {}), name: 'GONE' })).toBeNull()
  })
})

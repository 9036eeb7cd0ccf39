import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Grant } from '../access/grant.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import type { JsonObject } from '../json.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

type Failure = Extract<Outcome, { kind: 'failed' }>
type Effect = Failure['effect']

let catalogue: Catalogue
let world: ConversationWorld
let ana: Chat

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

/** Gives CANCEL_ORDER another contract in parts. */
function setContract(parts: JsonObject): void {
  const contract = { ...catalogue.commands.get('CANCEL_ORDER')?.contract, ...parts }
  world.catalogue = withCommand(catalogue, 'CANCEL_ORDER', { command: { contract } })
}

/** Lets a role refund up to so much. */
function limitRefunds(maximum: number): void {
  const grants: readonly Grant[] = [{ scope: 'orders.refund', limits: { amount: { maximum } } }]
  world.catalogue = { ...catalogue, roles: new Map([...catalogue.roles, ['cashier', grants]]) }
}

/** Lets a role add people, and do as much as operators may. */
function manage(...more: readonly Grant[]): void {
  const grants = [...(catalogue.roles.get('operator') ?? []), 'admin.add-person', ...more]
  world.catalogue = { ...catalogue, roles: new Map([...catalogue.roles, ['manager', grants]]) }
}

describe('limits of a role', () => {
  test('refuse what goes beyond them before the preview, and say the limit', () => {
    limitRefunds(50)
    const cash = world.chatOf({ roles: ['cashier'] })
    const refused = cash.say('refund order 205 for 60')
    expect(refused).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'unauthorised' } })
    expect(refused.text).toContain('50')
    expect(cash.say('refund order 205 for 50').about).toBe('preview')
  })

  test('are read again at the confirmation', () => {
    limitRefunds(50)
    const cash = world.chatOf({ roles: ['cashier'] })
    cash.say('refund order 205 for 50')
    const token = cash.expect()
    limitRefunds(20)
    expect(cash.say(token)).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'unauthorised' } })
  })
})

describe('a role that allows more than whoever asks may do', () => {
  const bia = 'ADD_PERSON phone=+5511990000055 name=Bia'

  test.each([
    ['en', 'owner'],
    ['pt-BR', 'responsável'],
    ['es', 'responsable'],
  ])('is refused before the preview and called by its name, in %s', (language, name) => {
    manage()
    const max = world.chatOf({ roles: ['manager'], language })
    const refused = max.say(`${bia} role=owner`)
    expect(refused).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'unauthorised' } })
    expect(refused.text).toContain(name)
    expect(max.say(`${bia} role=operator`).about).toBe('preview')
  })

  test('is not among those that can be picked', () => {
    manage()
    const max = world.chatOf({ roles: ['manager'] })
    expect(max.say(bia).options?.map(({ label }) => label)).toEqual(['Viewer', 'Operator'])
  })

  test('is judged again at the confirmation', () => {
    manage('files.delete')
    world.catalogue = { ...world.catalogue, roles: new Map([...world.catalogue.roles, ['viewer', ['files.delete']]]) }
    const max = world.chatOf({ roles: ['manager'] })
    expect(max.say(`${bia} role=viewer`).about).toBe('preview')
    const token = max.expect()
    const { roles } = world.catalogue
    world.catalogue = { ...world.catalogue, roles: new Map([...roles, ['viewer', ['files.delete', 'orders.cancel']]]) }
    expect(max.say(token)).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'unauthorised' } })
  })
})

describe('somebody who may do more than whoever asks', () => {
  const rui = {
    id: '+5511990000055',
    phone: '+5511990000055',
    name: 'Rui',
    language: 'en',
    last_owner: 'no',
    self: 'no',
  }

  /** Everybody who is looked up is Rui, with these roles; a time zone is itself. */
  function isRui(roles: string): void {
    world.shop = { ...world.shop, find: (_by, value) => [value === 'UTC' ? { id: value } : { ...rui, roles }] }
  }

  test.each([
    ['en', 'remove the user Rui', 'Owner'],
    ['pt-BR', 'remove o usuário Rui', 'Responsável'],
    ['es', 'elimina al usuario Rui', 'Responsable'],
    ['en', 'rename Rui to Ruy', 'Owner'],
    ['en', 'PERSON_TIME_ZONE phone=+5511990000055 zone=UTC', 'Owner'],
    ['en', 'FORGET person=+5511990000055', 'Owner'],
  ])('is left alone, which is said before the preview, in %s: %s', (language, wish, role) => {
    manage('admin.remove-person', 'admin.rename-person', 'admin.person-time-zone', 'admin.forget')
    const max = world.chatOf({ roles: ['manager'], language })
    isRui('viewer, owner')
    const refused = max.say(wish)
    expect(refused).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'unauthorised' } })
    expect(refused.text.toLowerCase()).toContain(role.toLowerCase())
    isRui('viewer')
    expect(max.say(wish).about).toBe('preview')
  })

  test('and has come to do so since the preview is left alone as well', () => {
    manage('admin.remove-person')
    const max = world.chatOf({ roles: ['manager'] })
    isRui('viewer')
    max.say('remove the user Rui')
    const token = max.expect()
    isRui('viewer, owner')
    expect(max.say(token)).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'unauthorised' } })
  })
})

test('a refused command keeps a structured value that was said whole, and none that was not', () => {
  const schema = { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] }
  const parameters = catalogue.commands
    .get('CANCEL_ORDER')
    ?.parameters.map((each) => (each.name === 'reason' ? ({ ...each, kind: 'structured', schema } as const) : each))
  world.catalogue = withCommand(catalogue, 'CANCEL_ORDER', { command: { parameters: parameters ?? [] } })
  ana.person = { ...ana.person, roles: ['viewer'] }
  for (const reason of ['why=late', 'late']) ana.say(`CANCEL_ORDER id=204 reason="${reason}"`)
  expect([...world.ledger.commands.values()].map(({ envelope }) => envelope.args)).toEqual([
    { id: '204', reason: { why: 'late' } },
    { id: '204' },
  ])
})

describe('while everything is paused', () => {
  const pause = { name: 'Bia', since: '2026-03-01T13:30:00.000Z' }

  test('nothing that mutates is previewed, reads go on, and the refusal says since when', () => {
    world.pause = pause
    const refused = ana.say('cancel order 204')
    expect(refused).toMatchObject({ about: 'refusal', command: { status: 'rejected', reason: 'paused' } })
    expect(refused.text).toMatch(/1:30 PM.*Bia/u)
    expect(ana.say('status of order 204').about).toBe('outcome')
  })

  test('a confirmation keeps its preview open until it is over', () => {
    ana.say('cancel order 204')
    const token = ana.expect()
    world.pause = pause
    expect(ana.say(token).text).toContain('stays open')
    world.pause = 'no'
    ana.sayAll(token)
    expect(ana.work().at(-1)?.command).toMatchObject({ status: 'executed' })
  })

  test('what ends the pause can be asked for', () => {
    world.pause = pause
    expect(ana.say('RESUME').about).toBe('preview')
  })
})

describe('the contract', () => {
  test('refuses a trigger that it does not list', () => {
    setContract({ triggerKinds: ['tap'] })
    expect(ana.say('cancel order 204')).toMatchObject({ about: 'refusal', command: { reason: 'trigger_refused' } })
    expect(ana.say('CANCEL_ORDER id=204')).toMatchObject({ about: 'refusal', command: { reason: 'trigger_refused' } })
  })

  test('refuses what its preconditions do not allow, before the preview', () => {
    setContract({ preconditions: [{ kind: 'custom', ref: 'order.status', value: 'shipped' }] })
    const refused = ana.say('cancel order 204')
    expect(refused).toMatchObject({ about: 'refusal', command: { reason: 'precondition_failed' } })
    expect(refused.text).toMatch(/paid.*shipped/u)
    // So that HISTORY can say what it was about.
    const { envelope } = world.ledger.commands.get(refused.command?.id ?? '') ?? {}
    expect(envelope?.sayso.facts).toMatchObject({ order: { customer: 'Maria Souza' } })
  })
})

/** Cancels order 204, which fails; gives its reference. */
function fail(effect: Effect, reason: Failure['reason'] = 'action_failed'): string {
  ana.say('CANCEL_ORDER id=204')
  const { ref } = ana.pending().envelope.sayso
  ana.sayAll(ana.expect())
  ana.work({ kind: 'failed', reason, explanation: 'away', effect, outputs: {} })
  return ref
}

describe('what would not succeed as things are', () => {
  test.each([
    ['cancel order 206', /not work: Order 206 is cancelled/u],
    ['reinstate order 204', /not work: Order 204 is not cancelled/u],
    ['refund order 204 for 120.01', /not work: No more than R\$120\.00 can still be refunded of order 204\./u],
  ])('is said so in the preview of "%s", which can be confirmed all the same', (words, why) => {
    const preview = ana.say(words)
    expect(preview).toMatchObject({ about: 'preview', text: expect.stringMatching(why) })
    ana.sayAll(ana.expect())
    expect(ana.work().at(-1)?.command).toMatchObject({ status: 'failed', reason: 'precondition_failed' })
  })

  test('is said in the language of whoever asks', () => {
    const [bia, caro] = [world.chatOf({ language: 'pt-BR' }), world.chatOf({ language: 'es' })]
    expect(bia.say('cancelar pedido 206').text).toMatch(/não vai dar certo: O pedido 206/u)
    expect(caro.say('cancelar pedido 206').text).toMatch(/no va a funcionar: El pedido 206/u)
  })

  test.each([
    ['en', 'refund 500 of order 204', 'No more than R$120.00 can still be refunded of order 204.'],
    ['pt-BR', 'reembolsa 500 do pedido 204', 'Do pedido 204 dá para reembolsar no máximo R$ 120,00.'],
    ['es', 'reembolsa 500 del pedido 204', 'Del pedido 204 se pueden reembolsar como máximo R$ 120,00.'],
  ])('says in %s how much can be refunded at most', (language, words, told) => {
    expect(world.chatOf({ language }).say(words).text.replaceAll('\u00a0', ' ')).toContain(told)
  })

  test('says how much is left, or that nothing is', () => {
    const order = world.shop.orders.get('204')
    if (order === undefined) throw new TypeError('No order 204')
    world.shop.orders.set('204', { ...order, refundedCents: 11_950 })
    expect(ana.say('refund 1 of order 204').text).toContain('No more than R$0.50 can')
    world.shop.orders.set('204', { ...order, refundedCents: 12_000, status: 'refunded' })
    const [bia, caro] = [world.chatOf({ language: 'pt-BR' }), world.chatOf({ language: 'es' })]
    expect(ana.say('refund 1 of order 204').text).toContain('Nothing is left to refund of order 204.')
    expect(bia.say('reembolsa 1 do pedido 204').text).toContain('Do pedido 204 não há mais nada a reembolsar.')
    expect(caro.say('reembolsa 1 del pedido 204').text).toContain('Del pedido 204 no queda nada por reembolsar.')
  })

  test('tells no maximum that was so before, where it fails for what has changed since', () => {
    ana.say('refund 100 of order 204')
    ana.sayAll(ana.expect())
    const order = world.shop.orders.get('204')
    if (order !== undefined) order.refundedCents = 5_000
    const failed = ana.work().at(-1)?.text
    expect(failed).toContain('No more can be refunded of order 204 than was paid and not refunded yet.')
  })

  test('is judged anew with every preview', () => {
    expect(ana.say('refund order 204 for 120').text).not.toContain('not work')
    ana.sayAll(ana.expect())
    ana.work()
    expect(ana.say('refund order 204 for 1').text).toContain('not work')
  })
})

describe('RETRY #REF', () => {
  test.each([
    [{ retry: 'manual' }, 'none', true],
    [{ retry: 'automatic' }, 'none', true],
    [{ retry: 'none' }, 'none', false],
    [{ retry: 'manual', idempotency: 'non-idempotent' }, 'some', false],
    [{ retry: 'manual', idempotency: 'idempotent' }, 'some', true],
    [{ retry: 'manual', idempotency: 'idempotent' }, 'unknown', false],
  ] as const)('is said by a failure exactly when it is taken: %j with effect %s', (parts, effect, offered) => {
    setContract(parts)
    const ref = fail(effect)
    const told = ana.replies.at(-1)?.text ?? ''
    expect(told.includes(`RETRY #${ref}`)).toBe(offered)
    expect(ana.say(`RETRY #${ref}`).about).toBe(offered ? 'preview' : 'refusal')
  })

  test('is said in the language of whoever asks, in words that are taken', () => {
    for (const [language, name] of [
      ['pt-BR', 'Bia'],
      ['es', 'Eva'],
    ] as const) {
      ana = world.chatOf({ name, language })
      fail('none')
      const offer = /(TENTAR DE NOVO|REINTENTAR) #\w{5}/u.exec(ana.replies.at(-1)?.text ?? '')?.[0] ?? ''
      expect(ana.say(offer)).toMatchObject({ about: 'preview', preview: { action: 'Cancel' } })
      ana.say('0')
    }
  })

  test('is not said when the world stood in the way, nor to who may not ask for it any more; it is taken all the same', () => {
    const ref = fail('none', 'precondition_failed')
    expect(ana.replies.at(-1)?.text).not.toContain('RETRY')
    expect(ana.say(`RETRY #${ref}`).about).toBe('preview')
    ana.sayAll(ana.expect())
    ana.person = { ...ana.person, roles: ['viewer'] }
    const failure = { kind: 'failed', reason: 'action_failed', explanation: '', effect: 'none', outputs: {} } as const
    expect(ana.work(failure)[0]?.text).not.toContain('RETRY')
  })

  test('previews the same command again when nothing had happened', () => {
    const ref = fail('none')
    expect(ana.say(`RETRY #${ref}`)).toMatchObject({ about: 'preview', preview: { action: 'Cancel', target: '204' } })
  })

  test('refuses what may have happened, or was partly done', () => {
    setContract({ idempotency: 'non-idempotent' })
    expect(ana.say(`retry #${fail('unknown')}`).text).toContain('may have happened')
    ana = world.chatOf({ id: 'bia', phone: '+5511990000002', name: 'Bia' })
    expect(ana.say(`retry #${fail('some')}`).about).toBe('refusal')
  })
})

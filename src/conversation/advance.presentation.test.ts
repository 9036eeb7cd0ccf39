/** How much of an outcome is told, what goes with it and what follows it, by the command's contract (UJG 10). */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Media } from '../execution/media.ts'
import type { Outcome } from '../execution/run/outcome.ts'
import type { JsonObject } from '../json.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const chart: Media = { kind: 'image', path: '/reports/a.png', mimetype: 'image/png', filename: 'orders.png' }
const table: Media = { kind: 'document', path: '/tables/a.csv', mimetype: 'text/csv', filename: 'orders.csv' }
const failure: Outcome = {
  kind: 'failed',
  reason: 'action_failed',
  explanation: 'The shop is closed',
  effect: 'unknown',
  outputs: {},
}

let catalogue: Catalogue
let world: ConversationWorld
let ana: Chat

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
  for (let n = 300; n < 309; n++)
    world.shop.orders.set(String(n), { customer: 'Rui', cents: 100, status: 'paid', refundedCents: 0, notes: [] })
})

function setContract(token: string, parts: JsonObject): void {
  const contract = { ...catalogue.commands.get(token)?.contract, ...parts }
  world.catalogue = withCommand(catalogue, token, { command: { contract } })
}

function cancelOrder(id: string): void {
  ana.say(`CANCEL_ORDER id=${id}`)
  ana.sayAll(ana.expect())
}

/** The outcome of the list again, with the files that it is given. */
function retell(files: { readonly made: readonly Media[]; readonly table: Media | null }) {
  ana.say('list orders')
  const id = ana.replies.at(-1)?.command?.id ?? ''
  return ana.handle({ kind: 'outcome', record: world.ledger.recordOf(id), files })
}

describe('the mode of a result', () => {
  test.each([
    ['append', 15, 'Rui'],
    ['preview', 12, '… and 4 more'],
    ['download', 15, 'Rui'],
  ])('%s shows so many lines of a list that has no file', (mode, lines, last) => {
    setContract('LIST_ORDERS', { result: { mode, destination: 'current-node' }, outputDestinations: ['current-node'] })
    const shown = ana.say('list orders').text.split('\n')
    expect(shown).toHaveLength(lines)
    expect(shown.at(-1)).toContain(last)
  })

  test('download is one line and the table', () => {
    setContract('LIST_ORDERS', { result: { mode: 'download', destination: 'current-node' } })
    const [outcome, file, ...more] = retell({ made: [], table })
    expect(more).toEqual([])
    expect(outcome?.text.split('\n')).toHaveLength(1)
    expect(file).toMatchObject({ about: 'outcome', text: 'orders.csv', command: outcome?.command, media: table })
  })

  test('none is the receipt alone, with the undo of what can be undone', () => {
    setContract('CANCEL_ORDER', { result: { mode: 'none', destination: 'current-node' } })
    cancelOrder('204')
    const [outcome] = ana.work()
    expect(outcome?.text).toMatch(/^✅ Cancel order 204 · #\w+ · UNDO #\w+$/u)
  })

  test('summary of a failure is what happened and what to do, without the details', () => {
    setContract('CANCEL_ORDER', { error: { mode: 'summary', destination: 'current-node' } })
    cancelOrder('204')
    const [outcome] = ana.work(failure)
    expect(outcome?.text).toMatch(
      /^❓ .+#\w+\nCheck whether it did\.\nOnce you know, reply HAPPENED #\w+ or NOT HAPPENED #\w+\.$/u,
    )
  })

  test.each([
    [{ result: { mode: 'replace' } }, undefined, 'progress'],
    [{ result: { mode: 'replace' } }, failure, undefined],
    [{ error: { mode: 'replace' } }, failure, 'progress'],
    [{ error: { mode: 'replace' } }, undefined, undefined],
  ] as const)(
    'replace takes the place of the progress, of a success and a failure each by its own mode: %j',
    (contract, outcome, expected) => {
      setContract('CANCEL_ORDER', contract)
      cancelOrder('204')
      expect(ana.work(outcome)[0]?.replaces).toBe(expected)
    },
  )

  test('a failure is told whole where the contract says nothing else', () => {
    setContract('CANCEL_ORDER', { result: { mode: 'none', destination: 'current-node' } })
    cancelOrder('204')
    expect(ana.work(failure)[0]?.text).toContain('The shop is closed')
  })
})

describe('files', () => {
  test('come one a reply after the outcome, which keeps the reminder', () => {
    cancelOrder('204')
    ana.say('REFUND_ORDER id=205 amount=5')
    const [outcome, ...files] = retell({ made: [chart, { ...table, filename: 'evil\u202E*name*.csv' }], table: null })
    expect(outcome?.text).toContain('Refund')
    expect(files.map(({ text }) => text)).toEqual(['orders.png', 'evil∗name∗.csv'])
    expect(files.map(({ media }) => media?.filename)).toEqual(['orders.png', 'evil∗name∗.csv'])
    expect(files.map(({ media }) => media?.path)).toEqual(['/reports/a.png', '/tables/a.csv'])
  })
})

describe('the menu that follows', () => {
  const outcomes = { successNodeRef: 'urn:sayso:menu:orders' }

  test('comes after the outcome, and its numbers answer', () => {
    setContract('CANCEL_ORDER', { outcomes })
    cancelOrder('204')
    const [outcome, menu, ...more] = ana.work()
    expect([outcome?.about, menu?.about, more]).toEqual(['outcome', 'menu', []])
    const list = menu?.options?.find(({ label }) => /list/iu.test(label))
    expect(ana.say(String(list?.n)).about).toBe('outcome')
  })

  test('does not come after an end that leads elsewhere, nor between a person and what waits for them', () => {
    setContract('CANCEL_ORDER', { outcomes })
    cancelOrder('204')
    expect(ana.work(failure).map(({ about }) => about)).toEqual(['outcome'])
    cancelOrder('205')
    ana.say('REFUND_ORDER id=207 amount=5')
    expect(ana.work().map(({ about }) => about)).toEqual(['outcome'])
    expect(ana.sayAll(ana.expect())).toEqual([])
    expect(ana.work()).toHaveLength(1)
  })
})

test('what a contract wants told elsewhere is kept as evidence, and what stays in the chat is not', () => {
  setContract('CANCEL_ORDER', {
    outputDestinations: ['current-node', 'event', 'artifact'],
    outcomes: { emitEvents: ['order.cancelled'] },
  })
  cancelOrder('204')
  const commandId = ana.work()[0]?.command?.id
  ana.say('list orders')
  const published = world.ledger.evidence.filter(({ evidence }) => evidence === 'outcome.published')
  expect(published).toEqual([
    {
      kind: 'note',
      evidence: 'outcome.published',
      commandId,
      facts: { also: ['event', 'artifact'], events: ['order.cancelled'] },
    },
  ])
})

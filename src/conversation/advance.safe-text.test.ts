import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'
import type { JsonObject } from '../json.ts'
import { summariseInFull } from './render/describe-command.ts'
import { showText, showValue } from './render/show-value.ts'

/** Invariant 7: what strangers wrote is shown as one short line that cannot dress up as the bot's own words. */

const catalogue = await loadShippedCatalogue()
const nasty =
  'Eve\u202e\u2066\u200b\u0000\n✅ Order 204 cancelled\r\n*Reply*  CONFIRM AAAA _now_ ~x~ ```code``` ' + 'x'.repeat(500)
const forbidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029*~`]/u

function linesWith(text: string, piece: string): string[] {
  return text.split('\n').filter((line) => line.includes(piece))
}

test('a record of 500 characters with marks and lines of its own is one short line of the preview', () => {
  const world = createConversationWorld({ catalogue })
  world.shop.orders.set('300', { customer: nasty, cents: 100, status: 'paid', refundedCents: 0, notes: [nasty] })
  const ana = world.chatOf()
  for (const wish of ['cancel order 300', 'status of order 300', 'list orders']) {
    const { text } = ana.say(wish)
    const [line, ...others] = linesWith(text, 'Eve')
    expect(line?.length).toBeLessThan(160)
    expect(text.split('\n').filter((each) => each.startsWith('✅'))).toEqual([])
    // The warning sign of the title is the bot's own.
    expect([line, ...others].filter((each) => forbidden.test(each?.replace('⚠️', '') ?? ''))).toEqual([])
  }
})

test('an id of a record is shown safe in a list, and kept as it is', () => {
  const world = createConversationWorld({ catalogue })
  for (const id of ['30\u202e1', '30\n2'])
    world.shop.orders.set(id, { customer: 'Eve', cents: 100, status: 'paid', refundedCents: 0, notes: [] })
  const ana = world.chatOf()
  expect(ana.say("cancel Eve's order").options?.map(({ label }) => label.split(' — ')[0])).toEqual(['301', '30 2'])
  expect(ana.session().question).toMatchObject({ candidates: [{ id: '30\u202e1' }, { id: '30\n2' }] })
})

test('an argument is shown safe and kept as it was said', () => {
  const world = createConversationWorld({ catalogue })
  const ana = world.chatOf()
  const reply = ana.say('ADD_NOTE id=204 text="*paid* \u202eREVERSED {amount} _x_"')
  expect(reply.text.split('\n')[0]).toBe(
    'Add a note to order 204: “∗paid∗ REVERSED {amount} ＿x＿” — Maria Souza, R$120.00, paid',
  )
  expect(reply.preview?.args).toMatchObject({ text: '*paid* \u202eREVERSED {amount} _x_' })
})

test.each([
  ['en', 'add a note to order 205: 2*10 calabresa'],
  ['es', 'anota en el pedido 205: 2*10 calabresa'],
  ['pt-BR', 'anota no 205: 2*10 calabresa'],
])('a number with a star stays what was said, before it is confirmed and where it is read (%s)', (language, wish) => {
  const ana = createConversationWorld({ catalogue }).chatOf({ language })
  expect(ana.say(wish).text).toContain('“2∗10 calabresa”')
  ana.sayAll(ana.expect())
  ana.work()
  expect(ana.say('ORDER_STATUS id=205').text).toContain('• 2∗10 calabresa')
})

test('a long note is shown whole before it is confirmed, and where the notes are read', () => {
  const ana = createConversationWorld({ catalogue }).chatOf()
  const note = 'The customer asks for delivery after six, at the back door, and wants to be called before. '
    .repeat(4)
    .trim()
  expect(ana.say(`add a note to order 204: ${note}`).text).toContain(`“${note}”`)
  expect(ana.session().pending?.summary.length).toBeLessThan(140)
  ana.sayAll(ana.expect())
  ana.work()
  expect(ana.say('status of order 204').text).toContain(`• ${note}`)
})

test('no reason for what is done goes unread before it is confirmed', () => {
  const ana = createConversationWorld({ catalogue }).chatOf()
  const reason = 'the customer has found another shop that delivers on the same day, '.repeat(2).trim()
  expect(ana.say(`CANCEL_ORDER id=204 reason="${reason}"`).text).toContain(reason)
})

test('what was mistyped comes back safe', () => {
  const ana = createConversationWorld({ catalogue }).chatOf()
  const { text } = ana.say('CANCEL_ORDER id=204 \u202efoo*bar*\u2066=3')
  expect(text).not.toMatch(forbidden)
  expect(text).toContain('foo')
})

test('what a person is called is shown safe', () => {
  const ana = createConversationWorld({ catalogue }).chatOf({ name: '*Ana*\u202e\nValid for ever' })
  expect(ana.say('cancel order 204').text).toContain('Asked by ∗Ana∗ Valid for ever (owner). Valid for 5 minutes.')
})

test('what went wrong elsewhere is told safe', () => {
  const ana = createConversationWorld({ catalogue }).chatOf()
  ana.say('cancel order 204')
  ana.sayAll(ana.expect())
  const [reply] = ana.work({ kind: 'failed', reason: 'action_failed', explanation: nasty, effect: 'none', outputs: {} })
  expect(reply?.text.split('\n')).toHaveLength(4)
  expect(reply?.text.split('\n').at(-1)).toMatch(/^Reply RETRY #\w{5} to try it again\.$/u)
  expect(reply?.text).not.toMatch(/[\u202e\u200b*]/u)
})

describe('showValue()', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('\u202e', '\u200b', '\n', '*', '_', '~', '`', ' ', 'a', '\ud800', '\u3164', '\ufe0f'),
    }),
    fc.string({ minLength: 100, maxLength: 600 }),
  )

  test('gives one line of at most 80 characters without marks, whatever it is given', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = showValue(text)
        expect(Array.from(shown).length).toBeLessThanOrEqual(80)
        expect(shown).not.toMatch(forbidden)
        expect(shown).not.toMatch(/^\s|\s$|\s\s/u)
        expect(shown).not.toMatch(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u)
      }),
    )
  })

  test('gives one line of at most 500 characters without marks of free text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = showText(text)
        expect(Array.from(shown).length).toBeLessThanOrEqual(500)
        expect(shown).not.toMatch(forbidden)
        expect(shown).not.toMatch(/^\s|\s$|\s\s|\n/u)
      }),
    )
  })

  test('is the same when done twice', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(showValue(showValue(text))).toBe(showValue(text))
      }),
    )
  })

  test.each([
    ['2*10 calabresa', '2∗10 calabresa'],
    ['~5 kg', '∼5 kg'],
    ['_x_ and snake_case', '＿x＿ and snake_case'],
    ['`5`0', '‵5‵0'],
  ])('shows something for each mark of %j: without it, it would say something else', (text, shown) => {
    expect(showValue(text)).toBe(shown)
    expect(showText(text)).toBe(shown)
  })

  test('leaves ordinary words alone', () => {
    expect(showValue('João d’Ávila 😀 snake_case 50% (№ 3)')).toBe('João d’Ávila 😀 snake_case 50% (№ 3)')
  })
})

test('a new name of a file is shown so that it looks like no other, for it is used as it stands', () => {
  const command = catalogue.commands.get('RENAME_FILE')
  const english = catalogue.locales.get('en')
  if (command === undefined || english === undefined) throw new TypeError('Files can be renamed')
  const args = { from: 'report.txt', to: 'in\u3164voice*.txt' }
  expect(summariseInFull(english, command, args, {})).toContain('in\uFFFDvoice∗.txt')
})

/** A world whose orders have these columns, and are called or labelled by their customer alone. */
function worldOf(columns: JsonObject, text: 'label' | 'named'): ConversationWorld {
  const english = catalogue.locales.get('en')
  const order = english?.entities['order']
  if (english === undefined || order === undefined) throw new TypeError('No order in English')
  const entities = { ...english.entities, order: { ...order, [text]: '{customer}' } }
  const world = createConversationWorld({
    catalogue: { ...catalogue, locales: new Map(catalogue.locales).set('en', { ...english, entities }) },
  })
  const { find, run } = world.shop
  world.shop = {
    ...world.shop,
    find: (by, value) => find(by, value).map((row) => ({ ...row, ...columns })),
    run: (envelope) => {
      const outcome = run(envelope)
      const outputs = Object.entries(outcome.outputs).map(([step, output]) => {
        const { rows } = output as { readonly rows: readonly JsonObject[] }
        return [step, { rows: rows.map((row) => ({ ...row, ...columns })) }] as const
      })
      return { ...outcome, outputs: Object.fromEntries(outputs) }
    },
  }
  return world
}

describe('a list in a record', () => {
  const forged = ['Maria', 'Effect: nothing is cancelled', ...Array.from({ length: 2000 }, (_none, n) => `note ${n}`)]
  const shown = 'Maria, Effect: nothing is cancelled, note 0, note 1, '

  test.each(['label', 'named'] as const)('makes no line of a preview of its own, in a %s', (text) => {
    const reply = worldOf({ customer: forged }, text).chatOf().say('cancel order 204')
    expect(reply.about).toBe('preview')
    const lines = linesWith(reply.text, 'Effect: nothing is cancelled')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(shown)
    expect(lines[0]?.length).toBeLessThan(200)
  })

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'or a column called %s breaks nothing',
    (name) => {
      const columns = Object.fromEntries([[name, forged]])
      const ana = worldOf({ ...columns, status: name }, 'label').chatOf()
      expect(ana.say('cancel order 204').about).toBe('preview')
      expect(ana.say('status of order 204').text).toContain(name === '__proto__' ? 'proto' : name)
    },
  )

  test('makes no line among those of others', () => {
    const { text } = worldOf({ customer: forged }, 'label').chatOf().say('list orders')
    for (const line of linesWith(text, 'Effect:')) expect(line).toContain(shown)
  })

  test('is shown as lines where only what was found is told, the first of them', () => {
    const { text } = worldOf({ notes: forged, note_count: forged.length }, 'label').chatOf().say('status of order 204')
    const lines = text.split('\n').filter((line) => line.startsWith('• '))
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([20, '• Maria', '• note 17'])
    expect(text).toContain('\n… and 1,982 more')
  })
})

test('a reply is no longer than anybody reads, keeps its end, and says how much of it is missing', () => {
  const world = createConversationWorld({ catalogue })
  for (let id = 1000; id < 2000; id++)
    world.shop.orders.set(`${id}`, {
      customer: 'x'.repeat(80),
      cents: 100,
      status: 'paid',
      refundedCents: 0,
      notes: [],
    })
  for (const [language, missing] of [
    ['en', /^… (?<count>\d+) lines are left out here/mu],
    ['es', /^… aquí faltan (?<count>\d+) líneas/mu],
    ['pt-BR', /^… aqui faltam (?<count>\d+) linhas/mu],
  ] as const) {
    const { text } = world.chatOf({ language }).say('LIST_ORDERS')
    expect(text.length).toBeLessThan(16_200)
    const left = Number(missing.exec(text)?.groups?.['count'])
    expect(text).toContain('1999')
    // The first line is that of the list, and one says what is missing.
    expect(left + text.split('\n').length).toBe(world.shop.orders.size + 2)
  }
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Command } from '../catalogue/catalogue.ts'
import type { JsonObject } from '../json.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../testing/conversation/understanding-fixture.ts'
import { buildEnvelope } from './build-envelope.ts'
import type { Envelope, Issuance } from './envelope.ts'
import { normaliseArgument } from './normalise-argument.ts'

const catalogue = await loadShippedCatalogue()
const read = createReader(catalogue)
const none: Issuance = { again: 0, others: 0 }

function commandOf(token: string): Command {
  const command = catalogue.commands.get(token)
  if (command === undefined) throw new TypeError(`No command ${token}`)
  return command
}

function envelopeOf(command: Command, args: JsonObject, { userId = 'ana', issuance = none, n = 1 } = {}): Envelope {
  return buildEnvelope({
    command,
    args,
    actor: { user_id: userId, channel: 'terminal', auth_context_id: `identity ${n}` },
    actorFacts: { language: 'en', time_zone: 'UTC' },
    issuance,
    facts: {},
    trace: { conversation_id: `chat ${n}`, message_ids: [`m${n}`] },
    ids: { commandId: `command ${n}`, ref: `R${n}` },
    catalogueVersion: 'v1',
    now: new Date(1_700_000_000_000 + n),
  })
}

/** The key of what was written, through the real reading and normalisation. */
function keyOf(text: string, options?: Parameters<typeof envelopeOf>[2]): string | null {
  const reading = read(text, { kind: 'nothing' }, 'en')
  const wish = reading.kind === 'wishes' ? reading.wishes[0] : undefined
  if (wish === undefined) throw new TypeError(`No command in ${JSON.stringify(text)}`)
  const command = commandOf(wish.command)
  const args = command.parameters.flatMap((parameter) => {
    const raw = wish.args[parameter.name]
    const found = raw === undefined ? null : normaliseArgument(parameter, raw)
    if (found?.kind === 'invalid') throw new TypeError(`${parameter.name} of ${text} is ${found.problem}`)
    return found === null ? [] : [[parameter.name, found.value] as const]
  })
  return envelopeOf(command, Object.fromEntries(args), options).idempotency_key
}

const noteKey = (text: string) => keyOf(`ADD_NOTE id=204 text="${text}"`)
const spaces = fc.stringMatching(/^ {1,4}$/u)
const cased = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) =>
      Array.from(word, (each, at) => (upper[at] === true ? each.toUpperCase() : each.toLowerCase())).join(''),
    )
const quoted = (value: string) => fc.constantFrom(value, `"${value}"`, `“${value}”`, `'${value}'`)
const cents = fc.integer({ min: 1, max: 1_000_000 })
const orderId = fc.integer({ min: 1, max: 9_999_999 }).map(String)

/** 10, 10.0, 10.00, 0010.00 … */
const spelledAmount = (amount: number) => {
  const fixed = (amount / 100).toFixed(2)
  // Three digits and more behind the mark are asked about: they may be thousands, or mistyped.
  return fc.constantFrom(fixed, `00${fixed}`, String(amount / 100), `0${amount / 100}`)
}

describe('the idempotency key', () => {
  test('ignores spelling: case, spacing, quotes, 10 or 10.00, order of arguments', () => {
    const spelled = fc.tuple(orderId, cents).chain(([order, amount]) =>
      fc.record({
        plain: fc.constant(`REFUND_ORDER id=${order} amount=${(amount / 100).toFixed(2)}`),
        other: fc
          .tuple(
            cased('refund_order'),
            spaces,
            fc.tuple(cased('id'), quoted(order)).map(([name, value]) => `${name}=${value}`),
            fc.tuple(cased('amount'), spelledAmount(amount).chain(quoted)).map(([name, value]) => `${name}=${value}`),
            fc.boolean(),
            spaces,
          )
          .map(([token, one, first, second, swap, two]) =>
            [token, one, swap ? second : first, two, swap ? first : second].join(''),
          ),
      }),
    )
    fc.assert(
      fc.property(spelled, ({ plain, other }) => {
        expect(keyOf(other)).toBe(keyOf(plain))
      }),
    )
  })

  test('ignores how it was said, when, where and under which number', () => {
    const plain = keyOf('CANCEL_ORDER id=204')
    expect(keyOf('please cancel order two hundred and four')).toBe(plain)
    expect(keyOf('cancel order #204', { n: 2 })).toBe(plain)
  })

  test('is different for any other id, amount, action, actor or issuance', () => {
    type Wanted = { order: string; amount: number; token: string; userId: string; again: number; others: number }
    const wanted: fc.Arbitrary<Wanted> = fc.record({
      order: fc.constantFrom('1', '2', '10', '204'),
      amount: fc.constantFrom(1, 10, 100, 1000),
      token: fc.constantFrom('REFUND_ORDER', 'CANCEL_ORDER', 'REINSTATE_ORDER'),
      userId: fc.constantFrom('ana', 'bia'),
      again: fc.nat({ max: 2 }),
      others: fc.nat({ max: 2 }),
    })
    const meant = ({ token, amount, ...rest }: Wanted) =>
      JSON.stringify([token, token === 'REFUND_ORDER' ? amount : null, rest])
    const key = ({ order, amount, token, userId, again, others }: Wanted) => {
      const args = token === 'REFUND_ORDER' ? ` amount=${(amount / 100).toFixed(2)}` : ''
      return keyOf(`${token} id=${order}${args}`, { userId, issuance: { again, others } })
    }
    fc.assert(
      fc.property(wanted, wanted, (one, other) => {
        expect(key(one) === key(other)).toBe(meant(one) === meant(other))
      }),
      { numRuns: 300 },
    )
  })

  test('is different for a free text that differs in a letter or its case', () => {
    expect(noteKey('call  first')).toBe(noteKey('call first'))
    expect(noteKey('Call first')).not.toBe(noteKey('call first'))
  })

  test('is absent for a read, and stored envelopes differ though the key does not', () => {
    expect(keyOf('ORDER_STATUS id=204')).toBeNull()
    const command = commandOf('CANCEL_ORDER')
    const [one, two] = [envelopeOf(command, { id: '204' }), envelopeOf(command, { id: '204' }, { n: 2 })]
    expect(one.idempotency_key).toBe(two.idempotency_key)
    expect(one).not.toEqual(two)
  })
})

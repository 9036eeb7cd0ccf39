import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { reasonCodes, type ReasonCode } from '../../envelope/lifecycle.ts'
import type { Outcome } from '../../execution/run/outcome.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { conversationContext } from '../../testing/conversation/conversation-context.ts'
import type { CommandRecord } from '../lookup.ts'
import type { Context } from '../scene.ts'
import { renderOutcome } from './render-outcome.ts'
import { whyFailed } from './why-failed.ts'

type Failed = Extract<Outcome, { kind: 'failed' }>

const explanation = 'connect ECONNREFUSED 10.0.0.7'
const labels = {
  en: 'For whoever looks after Sayso: ',
  es: 'Para quien cuida de Sayso: ',
  'pt-BR': 'Para quem cuida do Sayso: ',
} as const
const languages = Object.keys(labels) as (keyof typeof labels)[]
const effects = ['none', 'some', 'unknown'] as const
const marks = [{}, { passing: true }, { restored: true }, { gone: 'secret' }, { gone: 'file' }] as const
const cases = languages.flatMap((language) =>
  effects.flatMap((effect) => reasonCodes.map((reason) => [language, effect, reason] as const)),
)
const refusedBy = (refused: 'rule' | 'value') =>
  ({ said: { service: 'Postgres', status: null, message: 'Closed *today*', refused } }) as const

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

function recordOf(reason: ReasonCode, change: Partial<Failed> = {}, safety: 'read' | 'mutation' = 'mutation') {
  const outcome: Failed = { kind: 'failed', reason, explanation, effect: 'none', outputs: {}, ...change }
  const record: CommandRecord = {
    commandId: 'id',
    ref: 'K7Q2M',
    name: safety === 'read' ? 'ORDER_STATUS' : 'CANCEL_ORDER',
    safety,
    status: 'failed',
    reason,
    args: { id: '204' },
    intent: { entity: 'Order', action: 'Cancel', target: { id: '204' } },
    messageIds: ['m1'],
    facts: {},
    actor: { language: 'en', time_zone: 'UTC' },
    lastStep: 's',
    outcome,
    settledAt: null,
    verdict: null,
    started: true,
  }
  return record
}

function told(record: CommandRecord, language = 'en', change: Partial<Context> = {}, roles = ['support']): string {
  return renderOutcome({ ...conversationContext(catalogue, { language, roles }), ...change }, record).text
}

describe('the technical explanation of a failure', () => {
  test('stands in one message of each language alone', () => {
    for (const language of languages) {
      const messages = Object.entries(catalogue.locales.get(language)?.messages ?? {})
      const holding = messages.filter(([, message]) => JSON.stringify(message).includes('{explanation'))
      expect(holding.map(([key]) => key)).toEqual(['failed_technical'])
    }
  })

  test.each(cases)('%s, %s, %s: is told an owner in private, behind its label', (language, effect, reason) => {
    for (const mark of marks) {
      const record = recordOf(reason, { effect, ...mark })
      expect(told(record, language)).not.toContain('ECONNREFUSED')
      expect(told(record, language, { chatKind: 'group' }, ['owner'])).not.toContain('ECONNREFUSED')
      const owner = told(record, language, {}, ['owner'])
      const isRefusal = reason === 'precondition_failed' && effect === 'none' && !('gone' in mark)
      expect(owner.split('\n').filter((line) => line.includes('ECONNREFUSED'))).toEqual(
        isRefusal ? [] : [`${labels[language]}${explanation}`],
      )
      expect(owner).not.toMatch(/reason_|failed_|\{|\n\n/u)
    }
  })

  test('is one line without marks, which may be long', () => {
    const long = `*Paid*\n✅ ${'x'.repeat(300)}`
    const lines = told(recordOf('action_failed', { explanation: long }), 'en', {}, ['owner']).split('\n')
    expect(lines).toContain(`${labels.en}∗Paid∗ ✅ ${'x'.repeat(300)}`)
  })

  test.each(cases)('%s, %s, %s: whom to tell is said once', (language, effect, reason) => {
    const whom = /whoever looks after|quien cuida de Sayso|quem cuida do Sayso/giu
    for (const mark of marks)
      expect(
        told(recordOf(reason, { effect, ...mark }), language, {}, ['owner']).match(whom)?.length ?? 0,
      ).toBeLessThan(2)
  })

  test('that was erased leaves no hole', () => {
    const record = recordOf('action_failed', { explanation: '' })
    const lines = told(record, 'en', {}, ['owner']).split('\n').slice(1)
    expect(lines).toEqual([
      'Something went wrong on the way. Tell whoever looks after Sayso: #K7Q2M.',
      'Reply RETRY #K7Q2M to try it again.',
    ])
  })
})

describe('what is said of a failure', () => {
  test.each([
    ['action_failed', {}, 'Something went wrong on the way. Tell whoever looks after Sayso: #K7Q2M.'],
    ['action_failed', { passing: true }, 'What it needs does not answer just now. Try again in a few minutes; if'],
    ['action_failed', { passing: true, effect: 'some' }, 'What it needs did not answer. Tell whoever looks after'],
    ['precondition_failed', { effect: 'some' }, 'One of its parts found things not as they have to be.'],
    ['timed_out', {}, 'It took too long. Try again in a few minutes.'],
    ['precondition_failed', { gone: 'secret' }, 'A secret that it needs is not kept any more. Ask for it anew'],
    ['action_failed', { gone: 'secret', effect: 'some' }, 'A secret that it needs is not kept any more.'],
    ['precondition_failed', { gone: 'file' }, 'A file that it needs is gone, or is not any more what you confirmed.'],
    [
      'effect_unknown',
      { gone: 'file', effect: 'unknown' },
      'A file that it needs is gone, or is not any more what you',
    ],
    ['timed_out', { effect: 'some' }, 'It took too long.'],
    [
      'precondition_failed',
      { effect: 'some', ...refusedBy('value') },
      'A value is too long or too large for where it is',
    ],
    [
      'effect_unknown',
      { effect: 'unknown', ...refusedBy('value') },
      'A value is too long or too large for where it is',
    ],
    [
      'precondition_failed',
      { effect: 'some', ...refusedBy('rule') },
      'A rule of the business does not allow it: Closed',
    ],
  ] as const)('%s %j', (reason, change, text) => {
    expect(told(recordOf(reason, change)).split('\n')[1]).toContain(text)
  })

  const bids = { en: /again|anew/iu, es: /otra vez|de nuevo/iu, 'pt-BR': /outra vez|de novo/iu } as const
  const bidding = [{ gone: 'secret' }, { gone: 'file' }, refusedBy('value')] as const

  const bidIn = (language: keyof typeof bids, effect: Failed['effect'], reason: ReasonCode) =>
    [...marks, ...bidding, refusedBy('rule')].filter((mark) => {
      const record = recordOf(reason, { effect, ...mark })
      const context = conversationContext(catalogue, { language, roles: ['support'] })
      return bids[language].test(whyFailed(context, catalogue.commands.get(record.name), record))
    })

  test.each(cases.filter(([, effect]) => effect !== 'none'))('%s, %s, %s: bids nobody to ask again', (...of) => {
    expect(bidIn(...of)).toEqual([])
  })

  test.each(languages)('%s: bids to ask again where nothing was changed', (language) => {
    expect(bidIn(language, 'none', 'precondition_failed')).toEqual(expect.arrayContaining([...bidding]))
  })

  const said = { service: 'shipping', status: 403, message: 'no' }
  test.each([
    ['action_failed', {}, /\nshipping answered 403: no\nSomething went wrong on the way\. Tell .*$/u],
    [
      'timed_out',
      { said: { ...said, status: null } },
      /\nshipping gave no answer\.\nIt took too long\. Try again .*$/u,
    ],
    ['effect_unknown', { effect: 'unknown' }, /\nshipping answered 403: no\nCheck whether it did/u],
    ['precondition_failed', { effect: 'some' }, /\nshipping answered 403: no\nSomebody should look/u],
  ] as const)('%s %j: with what a service said comes what to do', (reason, change, text) => {
    expect(told(recordOf(reason, { said, ...change }))).toMatch(text)
  })

  test.each([
    ['en', 'A rule of the business does not allow it: Closed ∗today∗', 'A value is too long or too large'],
    ['es', 'Una regla del negocio no lo permite: Closed ∗today∗', 'Un valor es demasiado largo'],
    ['pt-BR', 'Uma regra do negócio não permite: Closed ∗today∗', 'Um valor é longo ou grande demais'],
  ] as const)('%s: of what the shop refuses is no `unmet` of the command', (language, rule, value) => {
    const byRule = recordOf('precondition_failed', refusedBy('rule'))
    const byValue = recordOf('precondition_failed', refusedBy('value'))
    const linesOf = (record: CommandRecord, roles: string[]) => told(record, language, {}, roles).split('\n').slice(1)
    expect(linesOf(byRule, ['support'])).toEqual([rule])
    expect(linesOf(byValue, ['support'])).toEqual([expect.stringContaining(value)])
    // What is too long or too large may be a column that the person never filled in.
    expect(linesOf(byRule, ['owner'])).toEqual([rule])
    expect(linesOf(byValue, ['owner'])).toEqual([expect.stringContaining(value), `${labels[language]}${explanation}`])
  })

  test('of what is erased is no `unmet` of the command: nobody knows any more what refused it', () => {
    const unmet = told(recordOf('precondition_failed')).split('\n')[1]
    const [, erased, ...more] = told(recordOf('precondition_failed', { explanation: '' })).split('\n')
    expect(erased).toBe('Things are not as they would have to be; look at the current state and ask again.')
    expect(unmet).not.toBe(erased)
    expect(more).toEqual([])
  })

  test('of a read, too', () => {
    expect(told(recordOf('action_failed', {}, 'read'))).toMatch(/: it did not work · #K7Q2M\nSomething went wrong/u)
  })
})

/** Right after something was refused for being too much, another value of the same is a new try, which is shown before anything is done. */
import { describe, expect, test } from 'vitest'
import type { Grant } from '../access/grant.ts'
import { loadShippedCatalogue, withCommand } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'

const shipped = await loadShippedCatalogue()
const payments = withPayments(shipped)
const grants: readonly Grant[] = ['orders.*', { scope: 'payments.record', limits: { amount: { maximum: 100 } } }]
const catalogue = { ...payments, roles: new Map([...payments.roles, ['seller', grants] as const]) }

const asked = {
  en: 'order 204 paid 300 in cash',
  es: 'el pedido 204 pagó 300 en efectivo',
  'pt-BR': 'o pedido 204 pagou 300 em dinheiro',
} as const

function refusedIn(language: keyof typeof asked): Chat {
  const chat = createConversationWorld({ catalogue }).chatOf({ language, roles: ['seller'] })
  expect(chat.say(asked[language]).about).toBe('refusal')
  return chat
}

describe('another value', () => {
  test.each([
    ['en', ['ok 90 then', 'ok, 90', '90', 'then 90', 'ok, make it 90', 'no, 90', 'set it to 90']],
    ['es', ['bueno 90', '90', 'dale, entonces 90', 'ponle 90', 'no, 90', 'mejor 90']],
    ['pt-BR', ['tá bom, 90', '90', 'então 90', 'beleza, bota 90', 'não, 90', 'põe 90 então']],
  ] as const)('is a new try of the same, in %s: %j', (language, texts) => {
    for (const text of texts) {
      const reply = refusedIn(language).say(text)
      expect([text, reply.about, reply.preview?.args]).toEqual([
        text,
        'preview',
        { id: '204', amount: '90.00 BRL', way: 'cash' },
      ])
    }
  })

  test.each([
    ['en', 'ok 200 then', 'ok 90'],
    ['es', 'bueno 200', 'bueno 90 reales'],
    ['pt-BR', 'tá bom, 200', 'tá bom, 90 reais'],
  ] as const)('that is too much as well is refused as well, in %s: “%s”', (language, text, next) => {
    const chat = refusedIn(language)
    expect(chat.say(text)).toMatchObject({ about: 'refusal', command: { reason: 'unauthorised' } })
    expect(chat.say(next).preview?.args).toMatchObject({ id: '204', amount: '90.00 BRL' })
  })

  test('may be meant in thousands, as that before was', () => {
    const chat = refusedIn('en')
    chat.say('ok 200k then')
    expect(chat.say('ok 90').options?.map(({ label }) => label)).toEqual(['Amount: R$90.00', 'Amount: R$90,000.00'])
  })

  test('is asked about where it may be another thing', () => {
    const chat = refusedIn('en')
    expect(chat.say('no, 205').options).toHaveLength(2)
    expect(chat.say('2').about).toBe('refusal')
  })

  test('may follow where what waited was made too much', () => {
    const chat = createConversationWorld({ catalogue }).chatOf({ roles: ['seller'] })
    chat.say('order 204 paid 50 in cash')
    chat.say('make it 300')
    expect(chat.session().pending).toBeNull()
    expect(chat.say('ok 90').preview?.args).toMatchObject({ amount: '90.00 BRL' })
  })

  test('follows where the command itself says that there is not so much', () => {
    const texts = { instead: 'There is not so much left of order {id}.' }
    const strict = withCommand(shipped, 'REFUND_ORDER', { texts })
    const chat = createConversationWorld({ catalogue: strict }).chatOf()
    expect(chat.say('refund 500 of order 204').about).toBe('refusal')
    expect(chat.say('ok 100 then').preview?.args).toEqual({ id: '204', amount: '100.00 BRL' })
  })
})

describe('what is no other value', () => {
  test.each([
    ['en', ['ok', 'yes', 'no', '0', 'ok thanks', 'why?', 'forget it']],
    ['es', ['bueno', 'sí', 'no', '0', 'ok gracias', '¿por qué?', 'olvídalo']],
    ['pt-BR', ['tá bom', 'sim', 'não', '0', 'ok obrigada', 'por quê?', 'esquece']],
  ] as const)('shows nothing, and what follows it is no new try, in %s: %j', (language, texts) => {
    for (const text of texts) {
      const chat = refusedIn(language)
      chat.say(text)
      expect([text, chat.session().pending, chat.session().refused]).toEqual([text, null, null])
      expect([text, chat.say('90').about]).not.toEqual([text, 'preview'])
    }
  })

  test('is what it is anywhere else', () => {
    expect(refusedIn('en').say('show 205').text).toContain('João Lima')
    expect(refusedIn('en').say('refund 90 of 205').preview?.args).toEqual({ id: '205', amount: '90.00 BRL' })
  })

  test('a yes to the new try is asked for as for any other', () => {
    const chat = refusedIn('en')
    chat.say('ok 90 then')
    expect(chat.pending().status).toBe('accepted')
    chat.sayAll(chat.expect())
    expect(chat.pending).toThrow(TypeError)
  })
})

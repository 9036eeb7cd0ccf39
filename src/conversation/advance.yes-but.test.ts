/** "Yes, but make it the 15th" to a preview: it is shown once more with that, and confirmed by nothing that was said. */
import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { withPayments } from '../testing/catalogues/payments-catalogue.ts'
import { withVisits } from '../testing/catalogues/visits-catalogue.ts'

const shipped = await loadShippedCatalogue()
const deliveries = withDeliveries(shipped)
const payments = withPayments(shipped)
const visits = withVisits(shipped)

test.each([
  ['en', ['yes but make it the 15th', 'yes, but make it the 15th', 'ok but on may 15', 'yes, make it the 15th']],
  ['es', ['sí, pero muévelo al 15', 'si pero movelo al 15', 'sí, pero pásalo al 15', 'dale pero ponelo el 15']],
  ['es', ['sí, pero que sea el 15', 'ok pero cambialo al 15', 'sí pero mejor el 15', 'no, pero muévelo al 15']],
  ['pt-BR', ['sim, mas muda pro dia 15', 'sim mas passa pro dia 15', 'tá bom, mas que seja dia 15']],
  ['pt-BR', ['sim, mas deixa pro dia 15', 'beleza, mas muda pra 15 de maio', 'não, mas muda pro dia 15']],
])('%s: changes the day: %j', (language, texts) => {
  for (const text of texts) {
    const world = createConversationWorld({ catalogue: deliveries })
    const chat = world.chatOf({ language })
    chat.say('MOVE_ORDER id=204 day=2026-05-04')
    expect([text, chat.say(text).preview?.args]).toEqual([text, { id: '204', day: '2026-05-15' }])
    expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['rejected', 'accepted'])
  }
})

test.each([
  ['en', 'plan a visit to Maria tomorrow at 10', 'yes but make it the 15th'],
  ['es', 'planea una visita a Maria mañana a las 10', 'sí, pero muévela al 15'],
  ['pt-BR', 'marca uma visita a Maria amanhã às 10', 'sim, mas muda pro dia 15'],
])('%s: keeps the time of a moment: “%s”, “%s”', (language, wish, text) => {
  const chat = createConversationWorld({ catalogue: visits }).chatOf({ language })
  chat.say(wish)
  expect(chat.say(text).preview?.args).toEqual({ id: '204', at: '2026-03-15T10:00:00+00:00' })
})

test.each([
  ['en', 'yes but make it 30'],
  ['es', 'sí, pero cámbialo a 30'],
  ['pt-BR', 'sim, mas muda pra 30'],
])('%s: changes a sum: “%s”', (language, text) => {
  const chat = createConversationWorld({ catalogue: shipped }).chatOf({ language })
  chat.say('REFUND_ORDER id=204 amount=50')
  expect(chat.say(text).preview?.args).toEqual({ id: '204', amount: '30.00 BRL' })
})

test.each([
  ['en', ['yes, but not the 15th', 'ok but not on may 15', 'yes, but not 205']],
  ['es', ['sí, pero no el 15', 'dale pero no el 15 de mayo', 'pero no el 15', 'sí, pero no el 205']],
  ['pt-BR', ['sim, mas não dia 15', 'beleza, mas não no dia 15', 'sim, mas não na sexta', 'sim, mas não o 205']],
])('%s: a value that is not wanted takes the place of nothing: %j', (language, texts) => {
  for (const text of texts) {
    const world = createConversationWorld({ catalogue: deliveries })
    const chat = world.chatOf({ language })
    chat.say('MOVE_ORDER id=204 day=2026-05-04')
    chat.sayAll(text)
    expect([text, ...[...world.ledger.commands.values()].map(({ reason }) => reason)]).toEqual([text, 'declined'])
  }
})

test.each([
  ['en', 'order 204 paid 30 in cash', 'yes, but not by card', 'yes, but not in cash'],
  ['es', 'el pedido 204 pagó 30 en efectivo', 'sí, pero no con tarjeta', 'sí, pero no en efectivo'],
  ['pt-BR', 'o pedido 204 pagou 30 em dinheiro', 'sim, mas não no cartão', 'sim, mas não em dinheiro'],
])('%s: of “%s”, “%s” refuses nothing that is shown, and “%s” does', (language, wish, other, own) => {
  const chat = createConversationWorld({ catalogue: payments }).chatOf({ language })
  chat.say(wish)
  chat.say(other)
  expect(chat.session().pending?.draft.args).toMatchObject({ id: '204', way: 'cash' })
  chat.say(own)
  expect(chat.session().pending).toBeNull()
})

test.each([
  ['en', 'ok, 50 then', '50.00 BRL'],
  ['en', '40 then', '40.00 BRL'],
  ['en', 'yes, make it 41 then', '41.00 BRL'],
  ['en', 'no, 42 then', '42.00 BRL'],
  ['es', 'vale, 50 entonces', '50.00 BRL'],
  ['pt-BR', 'tá, 50 então', '50.00 BRL'],
])('%s: “%s” changes the sum, and confirms nothing', (language, text, amount) => {
  const world = createConversationWorld({ catalogue: payments })
  const chat = world.chatOf({ language })
  chat.say('RECORD_PAYMENT id=204 amount=1000 way=cash')
  expect(chat.say(text).preview?.args).toMatchObject({ id: '204', amount })
  expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['rejected', 'accepted'])
})

test('“card then” changes the way', () => {
  const chat = createConversationWorld({ catalogue: payments }).chatOf()
  chat.say('RECORD_PAYMENT id=204 amount=10 way=cash')
  expect(chat.say('ok, card then').preview?.args).toMatchObject({ id: '204', amount: '10.00 BRL', way: 'card' })
})

test.each([
  ['en', 'cancel 204 and 205', 'yes, but not 205'],
  ['es', 'cancela el 204 y el 205', 'sí, pero no el 205'],
  ['pt-BR', 'cancela o 204 e o 205', 'sim, mas não o 205'],
])('%s: “%s”, “%s” leaves that one out, and confirms nothing', (language, wish, text) => {
  const world = createConversationWorld({ catalogue: shipped })
  const chat = world.chatOf({ language })
  chat.say(wish)
  expect(chat.say(text).text).toContain('205')
  expect(chat.session()).toMatchObject({ wishes: [], pending: { draft: { args: { id: '204' } } } })
  expect([...world.ledger.commands.values()].map(({ status }) => status)).toEqual(['accepted'])
})

test.each([
  ['en', 'yes, but no, the 15th'],
  ['es', 'sí, pero no, el 15'],
  ['pt-BR', 'sim, mas não, dia 15'],
])('%s: “%s” wants it', (language, text) => {
  const chat = createConversationWorld({ catalogue: deliveries }).chatOf({ language })
  chat.say('MOVE_ORDER id=204 day=2026-05-04')
  expect(chat.say(text).preview?.args).toEqual({ id: '204', day: '2026-05-15' })
})

test.each([
  ['en', ['yes but call him first', 'yes but not like that', "yes but don't move it"]],
  ['es', ['sí, pero no lo muevas', 'no muévelo al 15', 'sí pero avisale']],
  ['pt-BR', ['não muda pro dia 15', 'sim, mas não mexe', 'sim mas avisa ele']],
])('%s: what says no other value changes nothing, and confirms nothing: %j', (language, texts) => {
  for (const text of texts) {
    const world = createConversationWorld({ catalogue: deliveries })
    const chat = world.chatOf({ language })
    chat.say('MOVE_ORDER id=204 day=2026-05-04')
    chat.sayAll(text)
    const [first, ...others] = world.ledger.commands.values()
    expect([text, others.length, ['accepted', 'rejected'].includes(first?.status ?? '')]).toEqual([text, 0, true])
  }
})

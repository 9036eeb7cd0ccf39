/** "I changed my mind", once it was done: whoever regrets it sees the way back, and nothing is taken back before they say so. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, doIt, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

const regrets = {
  en: [
    'I changed my mind',
    "sorry, I've changed my mind!",
    'I changed my mind about that',
    'I regret it',
    'that was the wrong one',
    'oops, wrong order',
    'oh no, that was the wrong order!',
    'wait, wrong one',
    'no, that was a mistake',
    'that was not the one',
    "that's not what I wanted",
    'I picked the wrong order',
    'my mistake',
  ],
  'pt-BR': [
    'me arrependi',
    'Me arrependi disso…',
    'mudei de ideia',
    'pensei melhor',
    'não era esse',
    'ops, não era esse',
    'nao era esse pedido',
    'era o pedido errado',
    'pedido errado!',
    'errei o pedido',
    'foi sem querer, desculpa',
    'ih, me enganei',
  ],
  es: [
    'me arrepentí',
    'me arrepenti',
    'cambié de idea',
    'lo pensé mejor',
    'no era ese',
    'uy, no era ese pedido',
    'era el pedido equivocado',
    'me equivoqué de pedido',
    'perdón, me equivoqué',
    'fue sin querer',
    'ay no, no era ese',
  ],
}
const said = Object.entries(regrets).flatMap(([language, texts]) => texts.map((text) => [language, text] as const))

describe.each(said)('in %s: “%s”', (language, text) => {
  test('shows the undo of what was done last, which waits for its own confirmation', () => {
    const ana = world.chatOf({ language })
    const ref = doIt(world, ana, 'CANCEL_ORDER id=204')
    const reply = ana.say(text)
    expect(reply).toMatchObject({ about: 'preview', preview: { action: 'Reinstate', target: '204' } })
    expect(reply.text).toContain(`#${ref}`)
    expect(ana.pending().status).toBe('accepted')
  })

  test('says of what cannot be undone what “undo” says', () => {
    const ana = world.chatOf({ language })
    doIt(world, ana, 'REFUND_ORDER id=204 amount=10')
    const told = ana.say('UNDO')
    expect(told.about).toBe('refusal')
    expect(ana.say(text)).toEqual(told)
  })

  test('drops what is open', () => {
    const ana = world.chatOf({ language })
    doIt(world, ana, 'CANCEL_ORDER id=204')
    ana.say('CANCEL_ORDER id=205')
    expect(ana.say(text).command).toMatchObject({ reason: 'declined' })
    expect(ana.session()).toMatchObject({ pending: null, question: null })
  })

  test('offers nothing where nothing was done', () => {
    expect(world.chatOf({ language }).say(text).about).toBe('info')
  })
})

describe('what was done before is not meant', () => {
  let ana: Chat
  beforeEach(() => {
    ana = world.chatOf()
    doIt(world, ana, 'CANCEL_ORDER id=204')
  })

  test('after a preview that was dropped', () => {
    ana.say('CANCEL_ORDER id=205')
    ana.say('0')
    expect(ana.say('I changed my mind').about).toBe('info')
  })

  test('while something is on its way', () => {
    ana.say('CANCEL_ORDER id=205')
    ana.sayAll(ana.expect())
    expect(ana.say('I changed my mind')).toMatchObject({ about: 'info', text: expect.stringContaining('CANCEL #') })
  })

  test('after something else was looked at', () => {
    ana.say('show order 205')
    ana.work()
    expect(ana.say('oops, wrong order').about).toBe('info')
  })

  test('by a question', () => {
    expect(ana.say('was that the wrong one?').about).not.toBe('preview')
    expect(ana.say('wrong order?').about).not.toBe('preview')
  })
})

test('the same thing may have been looked at since', () => {
  const ana = world.chatOf()
  doIt(world, ana, 'CANCEL_ORDER id=204')
  ana.say('show order 204')
  ana.work()
  expect(ana.say('I changed my mind').preview).toMatchObject({ action: 'Reinstate', target: '204' })
})

test('what is quoted is meant, however long ago it was done', () => {
  const ana = world.chatOf()
  const ref = doIt(world, ana, 'CANCEL_ORDER id=204')
  doIt(world, ana, 'CANCEL_ORDER id=205')
  expect(ana.say('that was the wrong one', { quotedOutcome: ref }).preview).toMatchObject({ target: '204' })
})

test('what goes on about something else is about that', () => {
  const ana = world.chatOf()
  doIt(world, ana, 'CANCEL_ORDER id=204')
  expect(ana.say('wrong order, cancel 207').preview).toMatchObject({ action: 'Cancel', target: '207' })
})

test.each([
  ['en', 'cancel 204, it was a mistake', 'it was a mistake'],
  ['en', 'that was the wrong order, cancel 204', 'that was the wrong order'],
  ['pt-BR', 'foi engano, cancela o 204', 'foi engano'],
  ['pt-BR', 'cancela o 204, foi sem querer', 'foi sem querer'],
  ['es', 'cancela el 204, fue un error', 'fue un error'],
])('what is told beside a wish is its reason still: in %s, “%s”', (language, text, reason) => {
  expect(world.chatOf({ language }).say(text).preview?.args).toEqual({ id: '204', reason })
})

test.each([
  ['en', 'I changed my mind, undo it'],
  ['en', 'that was the wrong one, undo that'],
  ['pt-BR', 'me arrependi, desfaz isso'],
  ['pt-BR', 'não era esse, desfaz'],
  ['es', 'me arrepentí, deshacelo'],
  ['es', 'me equivoqué de pedido, deshacer'],
])('an undo may stand behind it: in %s, “%s”', (language, text) => {
  const ana = world.chatOf({ language })
  doIt(world, ana, 'CANCEL_ORDER id=204')
  expect(ana.say(text).preview).toMatchObject({ action: 'Reinstate', target: '204' })
})

test('it may be said in a language that is not one’s own', () => {
  const ana = world.chatOf({ language: 'en' })
  doIt(world, ana, 'CANCEL_ORDER id=204')
  expect(ana.say('no era ese').preview).toMatchObject({ action: 'Reinstate', target: '204' })
})

test('what a note should say may be the same words', () => {
  const ana = world.chatOf()
  doIt(world, ana, 'CANCEL_ORDER id=204')
  ana.say('ADD_NOTE id=205')
  expect(ana.say('that was the wrong one').preview?.args).toEqual({ id: '205', text: 'that was the wrong one' })
})

test('what ended in doubt, or halfway, is not passed over', () => {
  const ana = world.chatOf()
  doIt(world, ana, 'CANCEL_ORDER id=204')
  ana.say('CANCEL_ORDER id=205')
  ana.sayAll(ana.expect())
  ana.work({ kind: 'failed', reason: 'action_failed', explanation: '', effect: 'some', outputs: {} })
  const halfway = ana.say('undo').text
  expect(halfway).toContain('205')
  expect(ana.say('I changed my mind').text).toBe(halfway)
})

test.each([
  ['en', 'no, it was 205'],
  ['en', 'no wait, I meant Maria'],
  ['pt-BR', 'não, era o 205'],
  ['es', 'no, pará, era el 205'],
  ['pt-BR', 'não, 205'],
])('%s: “%s”, once it was done, shows the way back', (language, text) => {
  const ana = world.chatOf({ language })
  doIt(world, ana, 'CANCEL_ORDER id=204')
  expect(ana.say(text)).toMatchObject({ about: 'preview', preview: { action: 'Reinstate', target: '204' } })
})

test.each([
  ['en', "no, that's all"],
  ['en', "no thanks, that's all"],
  ['en', "no, it's perfect"],
  ['en', 'no, i will call you later'],
  ['en', 'no, $20'],
  ['es', 'no, eso es todo'],
  ['es', 'no, gracias María'],
  ['es', 'no, mañana te aviso'],
  ['es', 'no, eran 12 mil'],
  ['pt-BR', 'não, só isso'],
  ['pt-BR', 'não, obrigada, Maria'],
  ['pt-BR', 'não, está tudo certo'],
])('%s: “%s”, once it was done, takes nothing back, and neither does an “ok” to it', (language, text) => {
  const ana = world.chatOf({ language })
  doIt(world, ana, 'CANCEL_ORDER id=204')
  expect(ana.say(text).preview).toBeUndefined()
  ana.sayAll('ok')
  expect(ana.session().pending).toBeNull()
})

test.each([
  ['en', 'status of order 204', 'no, 205', '205'],
  ['en', 'status of order 204', 'no, Maria', '204'],
  ['en', 'status of order 205', 'no, it was Maria', '204'],
  ['pt-BR', 'status do pedido 204', 'não, o 205', '205'],
  ['es', 'estado del pedido 204', 'no, el 205', '205'],
])('%s: behind “%s”, “%s” looks at the other one', (language, first, text, id) => {
  const ana = world.chatOf({ language })
  ana.say(first)
  expect(ana.say(text).text).toContain(id)
})

test.each([
  ['en', 'undo the last one'],
  ['en', 'undo last one'],
  ['es', 'deshacé el último'],
  ['pt-BR', 'desfaz o último'],
])('%s: “%s” is the last one, whichever that was', (language, text) => {
  const ana = world.chatOf({ language })
  doIt(world, ana, 'CANCEL_ORDER id=204')
  expect(ana.say(text)).toMatchObject({ about: 'preview', preview: { action: 'Reinstate', target: '204' } })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

function asks(language: string, request: string): void {
  ana.person = { ...ana.person, language }
  ana.say(request)
}

describe('what refuses an open preview', () => {
  test.each([
    ['en', 'ADD_NOTE id=204 text=fragile', "please don't"],
    ['en', 'ADD_NOTE id=204 text=fragile', "don't add it"],
    ['en', 'REFUND_ORDER id=205 amount=10', "don't refund him"],
    ['en', 'CANCEL_ORDER id=204', 'absolutely not'],
    ['en', 'CANCEL_ORDER id=204', '👎🏽'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'nao reativa nao'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'jamais'],
    ['pt-BR', 'ADD_NOTE id=204 text=oi', 'não, pera'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'nn'],
    ['pt-BR', 'REINSTATE_ORDER id=206', 'nn reativa'],
    ['pt-BR', 'CANCEL_ORDER id=204', 'incorreto'],
    ['pt-BR', 'CANCEL_ORDER id=204', 'chega'],
    ['en', 'CANCEL_ORDER id=204', "that's incorrect"],
    ['en', 'CANCEL_ORDER id=204', "that's enough"],
    ['es', 'CANCEL_ORDER id=204', 'incorrecto'],
    ['es', 'CANCEL_ORDER id=204', 'nel'],
    ['es', 'CANCEL_ORDER id=204', 'basta'],
    ['es', 'REINSTATE_ORDER id=206', 'no reactives nada'],
    ['es', 'CANCEL_ORDER id=204', 'anulá eso'],
    ['es', 'CANCEL_ORDER id=204', 'anulalo'],
    ['es', 'REFUND_ORDER id=205 amount=10', 'anulá eso'],
  ])('in %s: %s, “%s”', (language, request, text) => {
    asks(language, request)
    expect(ana.say(text).command).toMatchObject({ status: 'rejected', reason: 'declined' })
    expect(ana.session().pending).toBeNull()
  })

  test('is not what denies something else', () => {
    asks('en', 'CANCEL_ORDER id=204')
    ana.say("don't add it")
    expect(ana.session().pending).not.toBeNull()
  })

  test.each(['CONFIRM XXXX?', 'XXXX?'])('is no confirmation where it asks: “%s”', (shape) => {
    const { confirm } = ana.say('CANCEL_ORDER id=204')
    const code = confirm?.expect.split(' ')[1] ?? ''
    expect(ana.sayAll(shape.replace('XXXX', code))[0]?.about).toBe('help')
    expect(ana.session().pending).not.toBeNull()
  })

  test('of several leaves none of them', () => {
    ana.say('cancel 204 and 205')
    expect(ana.say('no, neither').text).toContain('205')
    expect(ana.session()).toMatchObject({ pending: null, wishes: [] })
  })
})

describe('the number of another thing, where a sum is asked for', () => {
  test.each([
    ['en', 'order 205'],
    ['en', 'oops, 205'],
    ['pt-BR', 'ops o 205'],
    ['es', 'el 205'],
  ])('in %s: “%s” is that thing', (language, text) => {
    asks(language, 'REFUND_ORDER id=204')
    expect(ana.say(text)).toMatchObject({ about: 'ask', text: expect.stringContaining('205 · ') })
  })

  test('is the sum where there is no such thing', () => {
    asks('es', 'REFUND_ORDER id=204')
    expect(ana.say('el 15').preview?.args).toMatchObject({ id: '204', amount: '15.00 BRL' })
  })
})

describe('a note that is asked for beside a preview', () => {
  test.each([
    ['pt-BR', 'bota nota no 204: oi', 'oi'],
    ['es', 'poné nota al 204: hola', 'hola'],
  ])('in %s: “%s” is a note', (language, text, note) => {
    asks(language, 'CANCEL_ORDER id=205')
    expect(ana.say(text).preview).toMatchObject({ target: '204', args: { text: note } })
  })
})

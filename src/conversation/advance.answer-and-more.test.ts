/** "yes and cancel 205", "CONFIRM C9F2, then show 204": an answer to what waits, and what is wanted behind it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { withDeliveries } from '../testing/catalogues/deliveries-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

const commands = () =>
  [...world.ledger.commands.values()].map(({ envelope, status }) => `${envelope.sayso.name} ${status}`)

/** The code that a preview asks for. */
function codeIn(text: string): string {
  return /CONFIRM[A-Z]* (\w{4})/u.exec(text)?.[1] ?? ''
}

describe('a wish behind an answer', () => {
  test.each([
    ['en', 'reinstate 206', 'yes and cancel 205'],
    ['en', 'reinstate 206', 'Yes please, and then also cancel 205'],
    ['pt-BR', 'reativa o 206', 'sim e cancela o 205'],
    ['es', 'reactiva el 206', 'sí, y cancela el 205'],
  ])('waits until what was answered is done: %s, “%s”, “%s”', (language, wish, answer) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(answer)).toMatchObject({ about: 'info', text: expect.stringContaining('205') })
    expect(commands()).toEqual(['REINSTATE_ORDER confirmed'])
    chat.work()
    expect(chat.replies.at(-1)).toMatchObject({ about: 'preview', text: expect.stringContaining('João Lima') })
    expect(commands()).toEqual(['REINSTATE_ORDER executed', 'CANCEL_ORDER accepted'])
  })

  test.each([
    ['en', 'cancel 204', (code: string) => `${code} and show 205`],
    ['en', 'cancel 204', (code: string) => `CONFIRM ${code}. Show 205`],
    ['pt-BR', 'cancela o 204', (code: string) => `pode confirmar ${code.toLowerCase()} e depois mostra o 205`],
    ['es', 'cancela el 204', (code: string) => `${code}, muestra el 205`],
  ])('is told at once where it only looks, and the code confirms: %s, “%s”', (language, wish, answerWith) => {
    const chat = world.chatOf({ language })
    const code = codeIn(chat.say(wish).text)
    expect(chat.say(answerWith(code)).text).toContain('João Lima')
    expect(commands()).toEqual(['CANCEL_ORDER confirmed', 'ORDER_STATUS executed'])
  })

  test('waits behind what a yes is not enough for, and behind a wrong code', () => {
    const ana = world.chatOf()
    const code = codeIn(ana.say('cancel 204').text)
    expect(ana.sayAll('yes and cancel 205').map(({ about }) => about)).toEqual(['refusal', 'info'])
    expect(ana.sayAll('Z9Z9 and show 207').map(({ about }) => about)).toEqual(['refusal', 'outcome'])
    expect(commands()).toEqual(['CANCEL_ORDER accepted', 'ORDER_STATUS executed'])
    ana.sayAll(`CONFIRM ${code}`)
    ana.work()
    expect(ana.replies.at(-1)).toMatchObject({ about: 'preview', text: expect.stringContaining('Cancel order 205') })
  })

  test('never takes the place of what still waits', () => {
    const ana = world.chatOf()
    ana.say('cancel 204')
    expect(ana.say('Z9Z9 and show 205 and cancel 207').text).toContain('I did not understand the rest')
    expect(commands()).toEqual(['CANCEL_ORDER accepted'])
  })
})

describe('a wish whose verb also corrects', () => {
  test.each([
    ['pt-BR', 'reativa o 206', 'isso, e bota nota no 205: frágil'],
    ['pt-BR', 'reativa o 206', 'isso e coloca nota no 205: frágil'],
    ['pt-BR', 'reativa o 206', 'sim, e põe uma nota no 205: frágil'],
    ['es', 'reactiva el 206', 'eso, y pon una nota en el 205: frágil'],
    ['es', 'reactiva el 206', 'sí, y ponle una nota al 205: frágil'],
    ['en', 'reinstate 206', 'yes, and make a note on 205: fragile'],
    ['pt-BR', 'reativa o 206', 'isso, e cancela tb o 205'],
    ['es', 'reactiva el 206', 'sí, y cancela también el 205'],
    ['en', 'reinstate 206', 'yes and cancel 205 too'],
  ])('is wanted behind the yes: %s, “%s”, “%s”', (language, wish, answer) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(answer)).toMatchObject({ about: 'info', text: expect.stringContaining('205') })
    expect(commands()).toEqual(['REINSTATE_ORDER confirmed'])
    chat.work()
    expect(chat.replies.at(-1)).toMatchObject({ about: 'preview', text: expect.stringContaining('João Lima') })
  })

  test('is one more of the same behind the yes, for another thing or with another text', () => {
    const chat = world.chatOf({ language: 'pt-BR' })
    chat.say('bota nota no 206: frágil')
    chat.say('sim, e bota nota no 205: frágil')
    chat.work()
    chat.say('sim, e bota nota no 205: ligar antes')
    expect(chat.pending().envelope.args).toEqual({ id: '205', text: 'ligar antes' })
    expect(commands()).toEqual(['ADD_NOTE executed', 'ADD_NOTE confirmed', 'ADD_NOTE accepted'])
  })

  test.each([
    ['pt-BR', 'coloca 2 velas no pedido 204', 'sim, e coloca 4 velas no pedido 204'],
    ['es', 'agrega 2 velas del pedido 204', 'sí, y poné 4 velas del pedido 204'],
  ])('puts right what is for the same thing, and confirms nothing: %s, “%s”, “%s”', (language, wish, answer) => {
    const chat = createConversationWorld({ catalogue: withDeliveries(catalogue) }).chatOf({ language })
    chat.say(wish)
    expect(chat.say(answer)).toMatchObject({ about: 'preview', preview: { args: { quantity: 4, item: 'velas' } } })
    expect(chat.work()).toEqual([])
  })
})

describe('“yes, but”', () => {
  test.each([
    ['en', 'reinstate 206', 'yes but cancel 205'],
    ['en', 'reinstate 206', 'ok, but also cancel 205'],
    ['pt-BR', 'reativa o 206', 'sim mas cancela o 205'],
    ['es', 'reactiva el 206', 'si pero cancela el 205'],
  ])('confirms nothing, and drops nothing: %s, “%s”, “%s”', (language, wish, answer) => {
    const chat = world.chatOf({ language })
    chat.say(wish)
    expect(chat.say(answer)).toMatchObject({ about: 'info', text: expect.stringContaining('206') })
    expect(commands()).toEqual(['REINSTATE_ORDER accepted'])
    chat.sayAll(language === 'en' ? 'yes' : 'si')
    chat.work()
    expect(commands()).toEqual(['REINSTATE_ORDER executed', 'CANCEL_ORDER accepted'])
  })

  test('takes the place of what waits where it says so', () => {
    const ana = world.chatOf()
    ana.say('reinstate 206')
    expect(ana.say('yes but cancel 205 instead').text).toContain('This takes the place of: Reinstate order 206')
  })

  test('may ask before anything is decided', () => {
    const ana = world.chatOf()
    ana.say('reinstate 206')
    expect(ana.say('yes, but what is the status of 205?').text).toMatch(/João Lima[^]*Still waiting for you/u)
  })
})

test.each([
  'yes and no',
  'yes and then',
  "yes and don't cancel 205",
  'yes and cancel 205 if it is late',
  'yes and cancel 205 tomorrow',
  'yes and cancel 205 instead',
  'yes and actually cancel 205',
  'yes? and cancel 205',
])('“%s” answers nothing', (text) => {
  const ana = world.chatOf()
  ana.say('reinstate 206')
  ana.sayAll(text)
  expect(commands().some((each) => each.endsWith('confirmed'))).toBe(false)
})

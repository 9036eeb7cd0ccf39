import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

describe('what speaks against a preview and is not understood', () => {
  test.each([
    ['en', 'no only give him 20'],
    ['en', 'not peter'],
    ['en', 'wait no he owes us 10'],
    ['en', 'no deposit'],
    ['pt-BR', 'não até a semana dela'],
    ['pt-BR', 'no only give him 20'],
    ['es', 'no hasta la semana de ella'],
  ])('refuses it after a no, and the person is told to ask anew: %s, “%s”', (language, text) => {
    const chat = world.chatOf({ language })
    chat.say('REFUND_ORDER id=205 amount=50')
    const code = chat.expect()
    expect(chat.say(text)).toMatchObject({ command: { reason: 'declined' }, text: expect.stringContaining('50') })
    expect(chat.say(code).about).toBe('refusal')
    expect(statuses()).toEqual(['declined'])
  })

  test.each([
    ['en', 'he gets 20'],
    ['pt-BR', 'sem caução'],
    ['es', 'sin depósito'],
    ['en', 'yes until the end of it'],
    ['en', 'ok the usual way'],
    ['en', 'actually it is too much'],
    ['en', 'wait, that is too much'],
    ['pt-BR', 'sim até o fim dela'],
    ['pt-BR', 'na verdade é muito'],
    ['es', 'sí hasta el final de ella'],
    ['es', 'en realidad es mucho'],
  ])('is shown anew where something is added, and no earlier code does it: %s, “%s”', (language, text) => {
    const chat = world.chatOf({ language })
    chat.say('REFUND_ORDER id=205 amount=50')
    const code = chat.expect()
    expect(chat.say(text).preview?.args).toMatchObject({ id: '205', amount: '50.00 BRL' })
    chat.sayAll(code)
    expect(statuses()).toEqual(['superseded', 'accepted'])
  })

  test('drops what waits behind it as well, for it may have been about that', () => {
    const chat = world.chatOf()
    chat.say('cancel 204 and 207')
    expect(chat.say('no only the one of peter').text).toContain('1 more that waited')
    expect(chat.session().wishes).toEqual([])
  })

  test('and only asks leaves it as it is, as small talk does', () => {
    const chat = world.chatOf()
    chat.say('REFUND_ORDER id=205 amount=50')
    const code = chat.expect()
    for (const text of [
      'actually, why is it so much?',
      'hmm',
      'thanks',
      'hold on',
      'help',
      "what's the status of 207?",
    ])
      chat.sayAll(text)
    chat.sayAll(code)
    expect(statuses()).toContain('confirmed')
  })
})

test('a yes after something was added to it is to what is shown then', () => {
  const chat = world.chatOf()
  chat.say('REINSTATE_ORDER id=206')
  expect(chat.say('yes until thursday')).toMatchObject({
    about: 'preview',
    text: expect.stringMatching(/^I did not understand/u),
  })
  chat.sayAll('yes')
  expect(statuses()).toEqual(['superseded', 'confirmed'])
})

describe('of two things that are asked for at once', () => {
  test.each([
    ['en', 'cancel 204 and let Maria know', 'cancel 204', 'let Maria know'],
    ['en', 'cancel 204 and 205 and tell João about it', 'cancel 204 and 205', 'tell João about it'],
    ['en', 'cancel 204 today and let Maria know', 'cancel 204 today', 'let Maria know'],
    ['en', 'let Maria know, then cancel 204', 'cancel 204', 'let Maria know'],
    ['en', 'cancel 204 and only if he agrees', 'cancel 204', 'only if he agrees'],
    ['pt-BR', 'cancela o 204 e avisa a Maria', 'cancela o 204', 'avisa a Maria'],
    ['es', 'cancela el 204 y avísale a María', 'cancela el 204', 'avísale a María'],
  ])('the one is named that is not understood, and neither is done: %s, “%s”', (language, text, understood, missed) => {
    const reply = world.chatOf({ language }).say(text)
    expect(reply.about).toBe('help')
    expect(reply.text.split('”')[0]).toMatch(new RegExp(`“${understood}$`, 'u'))
    expect(reply.text.split('”')[1]).toMatch(new RegExp(`“${missed}$`, 'u'))
    expect(statuses()).toEqual([])
  })

  test('none is shown to somebody who may not ask for it', () => {
    const reply = world.chatOf({ roles: ['viewer'] }).say('cancel 204 and let Maria know')
    expect(reply.text).toMatch(/^I did not understand/u)
    expect(reply.text).not.toContain('cancel')
  })

  test.each(['make tea and coffee', "don't cancel 204 and make coffee"])(
    'nothing is said of “%s”, of which neither can be done',
    (text) => {
      expect(world.chatOf().say(text).text).toMatch(/^I did not understand/u)
    },
  )

  test('while a preview waits, that is shown anew', () => {
    const chat = world.chatOf()
    chat.say('REFUND_ORDER id=205 amount=50')
    expect(chat.say('cancel 204 and let Maria know').text).toContain('Refund R$50.00')
    expect(statuses()).toEqual(['superseded', 'accepted'])
  })
})

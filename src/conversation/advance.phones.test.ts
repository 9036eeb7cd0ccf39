import { beforeEach, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let ana: Chat

beforeEach(() => {
  ana = createConversationWorld({ catalogue }).chatOf()
})

test.each([
  'ADD_PERSON phone="+55 (11) 99000-0001" name=Bia role=viewer',
  'ADD_PERSON phone=+55-11-99000-0001 name=Bia role=viewer',
  'add Bia as viewer with number +55 11 99000 0001',
])('“%s” previews the one spelling of the number', (text) => {
  const { preview } = ana.say(text)
  expect(preview).toMatchObject({ target: '+5511990000001', args: { phone: '+5511990000001', name: 'Bia' } })
})

test('the answer to the question for a number may be written as people write one', () => {
  ana.say('ADD_PERSON name=Bia role=viewer')
  expect(ana.say('it’s +55 (11) 99000-0001').preview?.args).toMatchObject({ phone: '+5511990000001' })
})

test.each([
  ['en', 'no, read only'],
  ['pt-BR', 'não, só leitura'],
  ['es', 'no, solo lectura'],
])('%s: “%s” corrects the role of a new person, and not the name', (language, words) => {
  const bia = createConversationWorld({ catalogue }).chatOf({ language })
  bia.say('ADD_PERSON phone=+5511990000001 name=Carla role=operator')
  expect(bia.say(words).preview?.args).toMatchObject({ name: 'Carla', role: 'viewer' })
})

test('a number without its country is of the country of whoever gives it, and shown in full', () => {
  ana.say('ADD_PERSON name=Bia role=viewer')
  const { preview, text } = ana.say('11 98888-7777')
  expect(preview?.target).toBe('+5511988887777')
  expect(text).toContain('+5511988887777')
})

test('a number without its area is asked for again', () => {
  ana.say('ADD_PERSON name=Bia role=viewer')
  expect(ana.say('98888-7777')).toMatchObject({
    about: 'ask',
    text: expect.stringContaining('+55 xx xxxxx xxxx.'),
  })
})

test.each([
  ['en', '+447911123456', '07700 900123', /^I know no phone number like that in your country\..* \+44 xxxx xxxxxx\.$/u],
  ['es', '+34600000001', '12 345 67', /^No conozco ningún teléfono así en tu país\..* \+34 xxx xx xx xx\.$/u],
  [
    'pt-BR',
    '+5511990000001',
    '98888-7777',
    /^Não conheço nenhum telefone assim no seu país\..* \+55 xx xxxxx xxxx\.$/u,
  ],
])(
  '%s: from %s, what %s should look like is said, in the country of whoever gives it',
  (language, phone, said, told) => {
    const chat = createConversationWorld({ catalogue }).chatOf({ language, phone })
    chat.say('ADD_PERSON name=Bia role=viewer')
    expect(chat.say(said).text.split('\n')[0]).toMatch(told)
    // Written whole it is taken as it is.
    expect(chat.say('+44 7700 900123').preview?.target).toBe('+447700900123')
  },
)

test.each([
  ['ADD_PERSON name=Bia role=viewer', 'ask'],
  ['GRANT_ROLE role=viewer', 'choose'],
  ['remove a person', 'choose'],
])('0 drops the question that “%s” leaves open', (text, about) => {
  expect(ana.say(text).about).toBe(about)
  expect(ana.say('0').about).toBe('info')
  expect(ana.session().question).toBeNull()
})

test('a token with a number that has spaces outside of quotes says that they are needed', () => {
  const { about, text } = ana.say('ADD_PERSON phone=+55 11 99000-0001 name=Bia role=viewer')
  expect({ about, text }).toEqual({ about: 'refusal', text: expect.stringContaining('go in quotes') })
})

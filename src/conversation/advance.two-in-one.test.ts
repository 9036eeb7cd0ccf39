import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { summarise } from './render/describe-command.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()

let world: ConversationWorld

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

const open = (language: string, text: string) => {
  const chat = world.chatOf({ language })
  const last = chat.sayAll(text).at(-1)
  const { pending, question, wishes } = chat.session()
  const draft = pending?.draft ?? question?.draft
  return { last, values: draft && { ...draft.raw, ...draft.args }, wishes: wishes.map(({ wish }) => wish.command) }
}

describe('a new name of a file that has its ending', () => {
  test.each([
    ['en', 'rename notes.txt to b.txt and delete it', 'DELETE_FILE'],
    ['en', 'rename notes.txt to b.txt and cancel 208', 'CANCEL_ORDER'],
    ['en', 'rename notes.txt to “b.txt” and cancel 208', 'CANCEL_ORDER'],
    ['pt-BR', 'renomeia notes.txt para b.txt e cancela o 208', 'CANCEL_ORDER'],
    ['es', 'renombra notes.txt a b.txt y bórralo', 'DELETE_FILE'],
  ])('%s: “%s” is two wishes', (language, text, next) => {
    const { values, wishes } = open(language, text)
    expect(values).toMatchObject({ to: 'b.txt' })
    expect(wishes).toEqual([next])
  })

  test.each([
    ['en', 'rename notes.txt to b.txt (the old one)'],
    ['pt-BR', 'renomeia notes.txt para b.txt e apaga'],
  ])('%s: “%s” is not understood', (language, text) => {
    expect(open(language, text)).toMatchObject({ last: { about: 'help' }, values: undefined })
  })

  test.each([
    ['rename notes.txt to rock and roll.txt', 'rock and roll.txt'],
    ['rename notes.txt to my notes.v2.txt', 'my notes.v2.txt'],
    ['rename notes.txt to "b.txt and delete it"', 'b.txt and delete it'],
  ])('may have blanks before it, and in quotes behind it: “%s”', (text, name) => {
    expect(open('en', text).values).toMatchObject({ to: name })
  })
})

describe('behind a quotation mark that closes', () => {
  test.each([
    ['en', 'add a note to 206 saying "x" and cancel 208'],
    ['en', 'add a note to 206: "x", cancel 208'],
    ['pt-BR', 'anota no 206 "x" e cancela o 208'],
    ['es', 'agrega una nota al 206: «x» y cancela el 208'],
  ])('%s: “%s” another wish stands', (language, text) => {
    const { values, wishes } = open(language, text)
    expect([values, wishes]).toEqual([{ id: '206', text: 'x' }, ['CANCEL_ORDER']])
  })

  test.each(['"x" is what she said', '"x" and "y"'])('a note goes on that says %s', (text) => {
    expect(open('en', `add a note to 206: ${text}`).values).toEqual({ id: '206', text })
  })
})

test.each([
  ['en', 'Rename notes.txt to “b.txt and delete it”'],
  ['pt-BR', '“b.txt and delete it”'],
  ['es', '“b.txt and delete it”'],
])('%s: a name of several words is shown in quotes', (language, told) => {
  const [locale, command] = [catalogue.locales.get(language), catalogue.commands.get('RENAME_FILE')]
  if (locale === undefined || command === undefined) throw new TypeError('No RENAME_FILE')
  expect(summarise(locale, command, { from: 'notes.txt', to: 'b.txt and delete it' })).toContain(told)
})

/** What the specifications ask of the commands that Sayso ships, whichever they are. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Command } from '../catalogue/catalogue.ts'
import { createConversationWorld } from './conversation-harness.ts'
import { loadShippedCatalogue } from './conversation-catalogue.ts'

let catalogue: Catalogue
let commands: readonly Command[]
beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
  commands = [...catalogue.commands.values()]
})

const tokensOf = (found: readonly Command[]) => found.map(({ token }) => token)

describe('every command', () => {
  test('is confirmed by what its danger asks for: a read by nothing, a destructive one by a token or a phrase', () => {
    const allowed = { read: ['none'], mutation: ['yes', 'token', 'phrase'], destructive: ['token', 'phrase'] }
    expect(tokensOf(commands.filter(({ safety, confirm }) => !allowed[safety].includes(confirm)))).toEqual([])
    expect(commands.length).toBeGreaterThan(20)
  })

  test('that deletes, cancels, revokes, resets or removes is destructive, or names the command that undoes it', () => {
    const takesAway = commands.filter(({ token }) => /^(DELETE|CANCEL|REVOKE|RESET|REMOVE|FORGET)_?/u.test(token))
    expect(takesAway.length).toBeGreaterThan(4)
    expect(tokensOf(takesAway.filter(({ safety, undo }) => safety !== 'destructive' && undo === null))).toEqual([])
  })

  test('has an effect in words wherever it changes something, in each language', () => {
    for (const locale of catalogue.locales.values()) {
      const silent = commands.filter(({ safety, path }) => safety !== 'read' && !locale.commands[path]?.effect)
      expect([locale.language, tokensOf(silent)]).toEqual([locale.language, []])
    }
  })

  test('stands in the menus, so that it can be started from there alone', () => {
    const ana = createConversationWorld({ catalogue }).chatOf()
    const labels = new Set<string>()
    const visit = (path: readonly number[]): void => {
      ana.say('menu')
      let reply = path.reduce((shown, n) => (n === 0 ? shown : ana.say(String(n))), ana.replies.at(-1))
      const isFolder = reply?.about === 'menu'
      for (const { label } of (isFolder ? reply?.options : undefined) ?? []) labels.add(label)
      while (isFolder && /more/iu.test(reply?.options?.at(-1)?.label ?? '')) {
        reply = ana.say(String(reply?.options?.at(-1)?.n))
        for (const { label } of reply.options ?? []) labels.add(label)
      }
    }
    const folders = ana.say('menu').options ?? []
    for (const { n } of folders) visit([n])
    const titles = commands.map(({ path }) => catalogue.locales.get('en')?.commands[path]?.title ?? path)
    expect(titles.filter((title) => !labels.has(title))).toEqual([])
  })
})

describe('every step', () => {
  const steps = () => commands.flatMap(({ chain }) => chain)

  test('is described once and for all: no description is made of values', () => {
    expect(steps().filter(({ stepDescription }) => stepDescription === '' || stepDescription.includes('{{'))).toEqual(
      [],
    )
  })

  test('says in its message what is being done while it runs', () => {
    expect(steps().filter(({ stepMsg }) => !/^[A-Z][a-z]+ing\b/u.test(stepMsg))).toEqual([])
    expect(steps().length).toBeGreaterThan(commands.length)
  })

  test('says what it did by an event that others may observe', () => {
    expect(steps().filter((step) => step.yield.length === 0)).toEqual([])
  })
})

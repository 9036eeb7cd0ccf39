/** What the specifications ask of the commands that Sayso ships, whichever they are. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Command } from '../../catalogue/catalogue.ts'
import type { Reply } from '../../channel/reply.ts'
import type { Chat } from '../conversation/conversation-chat.ts'
import { createConversationWorld } from '../conversation/conversation-harness.ts'
import { loadShippedCatalogue } from '../catalogues/conversation-catalogue.ts'

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

  test('that nothing takes back is one of those of which that is true', () => {
    const final = commands.filter(({ safety, undo }) => safety !== 'read' && undo === null)
    expect(tokensOf(final).toSorted()).toEqual(['ADD_OWNER', 'DELETE_FILE', 'FORGET', 'REFUND_ORDER'])
    expect(tokensOf(final.filter(({ safety }) => safety !== 'destructive'))).toEqual([])
  })

  test('has an effect in words wherever it changes something, in each language', () => {
    for (const locale of catalogue.locales.values()) {
      const silent = commands.filter(({ safety, path }) => safety !== 'read' && !locale.commands[path]?.effect)
      expect([locale.language, tokensOf(silent)]).toEqual([locale.language, []])
    }
  })

  test('stands in the menus, so that it can be started from there alone', () => {
    const ana = createConversationWorld({ catalogue }).chatOf()
    const labels = (ana.say('menu').options ?? []).flatMap(({ n }) => {
      ana.say('menu')
      return labelsFrom(ana, ana.say(String(n)))
    })
    const titles = commands.map(({ path }) => catalogue.locales.get('en')?.commands[path]?.title ?? path)
    expect(titles.filter((title) => !labels.includes(title))).toEqual([])
  })
})

const steps = () => commands.flatMap(({ chain }) => chain)

describe('every step', () => {
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

/** The entries of a menu, over all its pages. */
function labelsFrom(chat: Chat, { about, options = [] }: Reply): readonly string[] {
  const labels = about === 'menu' ? options.map(({ label }) => label) : []
  const more = options.at(-1)
  return about === 'menu' && more !== undefined && /more/iu.test(more.label)
    ? [...labels, ...labelsFrom(chat, chat.say(String(more.n)))]
    : labels
}

/** What is asked for in a private chat alone. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue, Command } from '../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld } from '../testing/conversation/conversation-harness.ts'

let catalogue: Catalogue
/** With a role that may do everything. */
let open: Catalogue

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
  open = { ...catalogue, roles: new Map([...catalogue.roles, ['all', ['*']]]) }
})

const administrative = () => [...catalogue.commands.values()].filter(({ path }) => path.startsWith('admin.'))

/** Somebody in a group who may do everything that there is. */
function inGroup(language = 'en'): Chat {
  return createConversationWorld({ catalogue: open }).chatOf({ roles: ['all'], language }, 'group', 'group')
}

/** Its token, with something for whatever it needs. */
const typed = ({ token, parameters }: Command) =>
  [token, ...parameters.filter(({ required }) => required).map(({ name }) => `${name}="Ana"`)].join(' ')

const folders = (chat: Chat) => chat.say('menu').options?.map(({ key }) => key)

describe('in a group', () => {
  test('every command of administration is refused with where to ask for it, and nothing is kept or asked', () => {
    expect(administrative().length).toBeGreaterThan(10)
    for (const command of administrative()) {
      const ana = inGroup()
      const { token } = command
      const text = expect.stringContaining('private chat')
      expect({ token, replies: ana.sayAll(typed(command)) }).toEqual({ token, replies: [{ about: 'refusal', text }] })
      expect([ana.session().question, ana.session().pending, ana.session().running]).toEqual([null, null, null])
    }
  })

  test.for(['en', 'pt-BR', 'es'])('the refusal names the command, in %s', (language) => {
    const title = catalogue.locales.get(language)?.commands['admin.list-people']?.title ?? ''
    const text = inGroup(language).say('LIST_PEOPLE').text
    expect(text.startsWith(`${title}:`)).toBe(true)
  })

  test('no menu leads to what is only for private chats, and in private it does', () => {
    expect(folders(inGroup())).toEqual(expect.not.arrayContaining(['folder:admin']))
    expect(folders(createConversationWorld({ catalogue: open }).chatOf())).toContain('folder:admin')
  })

  test.for([
    ['en', 'help', /I only do in our private chat/u],
    ['pt-BR', 'ajuda', /eu só faço no privado/u],
    ['es', 'ayuda', /hago en privado/u],
  ] as const)('help lists nothing that is refused there, and says that there is more: %s', ([language, word, more]) => {
    const admin = catalogue.locales.get(language)?.menus['admin'] ?? ''
    const { text } = inGroup(language).say(word)
    expect(text).not.toContain(admin)
    expect(text).toMatch(more)
    const alone = createConversationWorld({ catalogue: open })
      .chatOf({ roles: ['all'], language })
      .say(word).text
    expect(alone).toContain(admin)
    expect(alone).not.toMatch(more)
  })

  test('whoever may not give a command hears that instead', () => {
    const world = createConversationWorld({ catalogue: open })
    const bia = world.chatOf({ roles: ['viewer'] }, 'group', 'group')
    expect(bia.say('LIST_PEOPLE')).toMatchObject({ command: { reason: 'unauthorised' } })
  })

  test('what is not kept private is done', () => {
    expect(inGroup().say('cancel order 204').about).toBe('preview')
  })
})

describe('of what was done in private', () => {
  const phone = '+5511990000009'
  const values: Readonly<Record<string, string>> = {
    phone,
    name: 'Zuleica',
    role: 'viewer',
    ref: 'K7Q2M',
    code: 'pt-BR',
    zone: 'Europe/Lisbon',
  }

  test.for(['CANCEL', 'UNDO', 'RETRY'])('%s and its reference shows a group nothing', (word) => {
    const shown: string[] = []
    for (const command of administrative().filter(({ undo }) => undo !== null)) {
      const world = createConversationWorld({ catalogue: open })
      const who = { roles: ['all', 'owner'] }
      const alone = world.chatOf(who)
      const given = command.parameters.filter(({ required }) => required)
      alone.say([command.token, ...given.map(({ name }) => `${name}="${values[name] ?? ''}"`)].join(' '))
      // What is to be settled, or somebody's role, is not there in this world.
      if (alone.session().pending === null) continue
      const { ref } = alone.pending().envelope.sayso
      alone.sayAll(alone.expect())
      alone.work()
      shown.push(command.token)
      const said = world.chatOf(who, 'group', 'group').sayAll(`${word} #${ref}`)
      const title = catalogue.locales.get('en')?.commands[command.path]?.title ?? ''
      expect({ token: command.token, said }).toEqual({
        token: command.token,
        said: [{ about: 'refusal', text: `${title}: I only do that in our private chat. Write to me there.` }],
      })
    }
    expect(shown).toEqual(expect.arrayContaining(['ADD_PERSON', 'PAUSE', 'CALL_ME']))
  })
})

test('in private, the same people are asked and previewed as ever', () => {
  const ana = createConversationWorld({ catalogue: open }).chatOf()
  expect(ana.say('PAUSE').about).toBe('preview')
})

/** Whatever people send is answered: what the bot can read as it is meant, what it cannot with what to do. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { proto } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importListCommand, importListTexts } from '../../testing/catalogues/import-list-command.ts'
import { createTestCatalogue } from '../../testing/catalogues/test-catalogue.ts'
import type { TestInstallation } from '../../testing/installations/test-installation.ts'
import { textOf } from '../../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../../testing/whatsapp/whatsapp-place.ts'
import type { Contact } from '../../testing/whatsapp-server/contact.ts'
import type { BotMessage } from '../../testing/whatsapp-server/network.ts'
import type { WhatsAppServer } from '../../testing/whatsapp-server/whatsapp-server.ts'

const files = {
  '_roles.yaml': 'owner: ["*"]\n',
  '_menu.yaml': 'order: [lists, office]\n',
  'lists/_menu.yaml': 'order: [import, greet]\n',
  'lists/import.yaml': importListCommand,
  'lists/greet.yaml': `
token: GREET
intent: { entity: Name, action: Greet }
safety: mutation
scope: lists.greet
contract:
  commandRef: urn:test:greet
  idempotency: non-idempotent
  parameters:
    - { name: name, kind: scalar, required: true, source: user }
arguments:
  name: { type: string, maxLength: 40 }
steps:
  - stepName: Greet
    stepDescription: Writes a greeting
    stepMsg: Greeting
    actionDomain: sql
    actionType: execute
    actionMeta: { connection: shop, statement: "update orders set customer = :name where id = 204", values: { name: "{{args.name}}" } }
    yield: []
`,
  'office/_menu.yaml': 'order: [wages]\nprivate: true\n',
  'office/wages.yaml': `
token: WAGES
intent: { entity: Wage, action: List }
safety: read
scope: office.wages
contract:
  commandRef: urn:test:wages
  parameters: []
arguments: {}
steps:
  - stepName: Look
    stepDescription: Looks
    stepMsg: Looking
    actionDomain: sql
    actionType: query
    actionMeta: { connection: shop, statement: "select count(*) as orders from orders", values: {} }
    yield: []
`,
}

const texts = `menus: { lists: Lists, office: Office }
entities: {}
commands:
  lists.import:${importListTexts}  lists.greet:
    title: Greet somebody
    summary: "Greet {name}"
    effect: they are greeted
    done: "Greeted {name}"
    labels: { name: name }
    questions: { name: "Whom?" }
    sentences: ["greet {name}"]
  office.wages:
    title: Wages
    summary: Wages
    done: "{out_orders}"
    sentences: ["show the wages"]
`

let place: WhatsAppPlace
let removeCatalogue: () => Promise<void>
let installation: TestInstallation
let server: WhatsAppServer
let people = 0
let ana: Contact

beforeAll(async () => {
  const catalogue = await createTestCatalogue({ files, texts })
  removeCatalogue = catalogue.remove
  place = await createWhatsAppPlace({ env: { SAYSO_CATALOGUE: catalogue.dir } })
  ;({ installation, server } = place)
  await place.startBot()
})

afterAll(async () => {
  await place.close()
  await removeCatalogue()
})

// Each time somebody else, of whom nothing is open.
beforeEach(() => {
  ana = somebody()
})

const somebody = () => place.addOwner(people, { name: `P${people++}` })
const isText = ({ content }: BotMessage) => content.kind === 'text'
const next = (person = ana) => person.next({ matches: isText })
const hear = async (person = ana) => textOf(await next(person))
const received = () => readdir(path.join(installation.dir, 'workspace', 'received')).catch(() => [])
const unexpected = () => server.untaken().filter(isText)

describe('a file', () => {
  const list = { filename: 'list.csv', mimetype: 'text/csv' }

  test('with a command below it goes with the command', async () => {
    await ana.sendDocument(Buffer.from('a,b'), { ...list, caption: 'import a list' })
    expect(await hear()).toMatch(/Import \/received\/list-[0-9a-f]{12}\.csv \(3 bytes\)/u)
    await ana.say('yes')
    expect(await hear()).toContain('a,b')
  })

  test('answers the question for one', async () => {
    await ana.say('import a list')
    expect(await hear()).toContain('Which list?')
    await ana.sendDocument(Buffer.from('c,d'), list)
    expect(await hear()).toContain('(3 bytes)')
  })

  test('with other words below it is those words, and is not kept', async () => {
    const before = await received()
    await ana.sendImage(Buffer.from('a picture'), { caption: 'greet Rui' })
    expect(await hear()).toContain('Greet Rui')
    await ana.sendDocument(Buffer.from('a document'), { filename: 'a.pdf', caption: 'greet Lia' })
    expect(await hear()).toContain('Greet Lia')
    expect(await received()).toEqual(before)
  })

  test('of a kind that the command does not take is told so', async () => {
    await ana.sendDocument(Buffer.from('x'), { filename: 'list.exe', caption: 'import a list' })
    expect(await hear()).toContain('not the kind of file')
  })

  test('too large for the command below it is asked for again with how large it may be', async () => {
    await ana.sendDocument(Buffer.from('x'.repeat(1001)), { ...list, caption: 'import a list' })
    expect(await hear()).toMatch(/^That file is too large for this: 1 kB at most\.[^\n]*\nWhich list\?\n/u)
    await ana.sendDocument(Buffer.from('a,b'), list)
    expect(await hear()).toMatch(/^(?!.*too large).*Import \/received\/list-/su)
  })

  test(
    'that says it is larger than anything that is fetched, with a command below it, is told so',
    {
      timeout: 60_000,
    },
    async () => {
      const named = { mediaKey: randomBytes(32), fileSha256: randomBytes(32), directPath: '/nowhere' }
      const file = { ...named, fileName: 'list.csv', fileLength: 65 * 1024 * 1024, caption: 'import a list' }
      await ana.send({ documentWithCaptionMessage: { message: { documentMessage: file } } })
      expect(await hear()).toMatch(/^That file is too large for this: 1 kB at most\./u)
    },
  )

  test('that says it is larger than anything that is fetched is told so', async () => {
    const named = { mediaKey: randomBytes(32), fileSha256: randomBytes(32), directPath: '/nowhere' }
    await ana.say('import a list')
    expect(await hear()).toContain('Which list?')
    await ana.send({ documentMessage: { ...named, fileName: 'list.csv', fileLength: 65 * 1024 * 1024 } })
    expect(await hear()).toContain('That file is too large for me: 1 kB at most')
  })

  test('without words, which nobody has asked for, is answered', async () => {
    await ana.sendDocument(Buffer.from('x'), { filename: 'a.pdf' })
    expect(await hear()).toContain('I cannot use that document here')
  })

  test('of a stranger with words below is answered as words are', async () => {
    const eve = server.addContact({ phone: '+15550009998', name: 'Eve' })
    await eve.sendDocument(Buffer.from('a,b'), { ...list, caption: 'import a list' })
    expect(await hear(eve)).toContain('I do not know this number')
  })

  test('with a forwarded caption confirms nothing', async () => {
    await ana.say('greet Rui')
    await hear()
    await ana.sendImage(Buffer.from('a picture'), { caption: 'yes', forwarded: true })
    expect(await hear()).not.toContain('Greeted')
  })
})

describe('in a group', () => {
  test('what a menu keeps private is refused with where to ask, and done there', async () => {
    const group = server.addGroup({ subject: 'Shop', members: [ana] })
    await ana.say('WAGES', { group, mentionsBot: true })
    expect(textOf(await server.nextIn(group))).toContain('private chat')
    await ana.say('WAGES')
    expect(await hear()).toMatch(/\d+/u)
  })

  test('whoever marks a preview, or changes what they asked for, is answered with that message', async () => {
    const group = server.addGroup({ subject: 'Marks', members: [ana] })
    const mention = `@${server.phone.lid.split('@')[0]}`
    const asked = await ana.say(`${mention} greet Rui`, { group, mentionsBot: true })
    const preview = await server.nextIn(group, { matches: isText })
    await ana.react(preview.id, '👎', { group })
    const dropped = await server.nextIn(group, { matches: isText })
    expect(dropped.raw.extendedTextMessage?.contextInfo).toMatchObject({
      stanzaId: preview.id,
      participant: server.phone.lid,
      quotedMessage: { conversation: textOf(preview) },
    })
    // Nothing is open any more: it is a word to the bot all the same.
    await ana.react(preview.id, '👍', { group })
    expect(await server.nextIn(group, { matches: isText })).toMatchObject({ quoted: preview.id })
    const context = { mentionedJid: [server.phone.lid] }
    await ana.send(
      {
        protocolMessage: {
          key: { id: asked },
          type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
          editedMessage: { extendedTextMessage: { text: `${mention} greet Lia`, contextInfo: context } },
        },
      },
      { group },
    )
    expect(await server.nextIn(group, { matches: isText })).toMatchObject({ quoted: asked })
  })

  test('a caption that mentions the bot is for it', async () => {
    const group = server.addGroup({ subject: 'Pictures', members: [ana] })
    const mention = `@${server.phone.lid.split('@')[0]} greet Rui`
    await ana.sendImage(Buffer.from('a picture'), { group, caption: mention, mentionsBot: true })
    expect(textOf(await server.nextIn(group))).toContain('Greet Rui')
  })
})

describe('what cannot be read', () => {
  test('is called what it is, and a button says what stood on it', async () => {
    await ana.send({ stickerMessage: { mimetype: 'image/webp' } })
    expect(await hear()).toMatch(/^I cannot read stickers/u)
    await ana.send({ pollCreationMessageV3: { name: 'Pizza?' } })
    expect(await hear()).toMatch(/^I cannot answer polls/u)
    const paramsJson = JSON.stringify({ id: 'g1', display_text: 'greet Rui' })
    await ana.send({ interactiveResponseMessage: { nativeFlowResponseMessage: { name: 'quick_reply', paramsJson } } })
    expect(await hear()).toContain('Greet Rui')
  })
})

test('whoever calls in vain is told to write, and who spoke with somebody is not; a stranger is not written to', async () => {
  const eve = server.addContact({ phone: '+15550009997', name: 'Eve' })
  eve.call('timeout')
  ana.call('accepted_elsewhere')
  ana.call('timeout')
  ana.call('timeout')
  expect(await hear()).toMatch(/^I cannot take calls/u)
  await ana.say('greet Rui')
  expect(await hear()).toContain('Greet Rui')
  expect(unexpected()).toEqual([])
})

test('where messages disappear, answers do', async () => {
  await ana.send({ extendedTextMessage: { text: 'greet Rui', contextInfo: { expiration: 604_800 } } })
  const answer = await next()
  expect(textOf(answer)).toContain('Greet Rui')
  expect(answer.raw.extendedTextMessage?.contextInfo?.expiration).toBe(604_800)
  await ana.say('no')
  expect((await next()).raw.extendedTextMessage?.contextInfo?.expiration ?? 0).toBe(0)
})

describe('an answer', () => {
  test('a thumb down on a preview drops it', async () => {
    await ana.say('greet Rui')
    const preview = await next()
    await ana.react(preview.id, '👎')
    expect(await hear()).not.toContain('Greeted')
    expect(
      await installation.rows(
        `select status from envelopes where person_id = (select id from people where phone = $1)`,
        [ana.phone],
      ),
    ).toEqual([{ status: 'rejected' }])
  })

  test('a quoted menu is the one that the number picks from, whatever was shown since', async () => {
    await ana.say('menu')
    const menu = await next()
    await ana.say('1')
    expect(await hear()).toContain('Import a list')
    await ana.say('1', { quoted: menu.id })
    expect(await hear()).toContain('Import a list')
    await ana.say('1')
    expect(await hear()).toContain('Which list?')
  })
})

test('failure 17: whose number is not known has no rights, and hears so', async () => {
  // The number of an owner, which nothing on the wire tells.
  const hidden = place.addOwner(59, { name: 'Lia', addressing: 'lid', hidden: true })
  await hidden.say('greet Rui')
  expect(await hear(hidden)).toContain('I do not know this number')
  expect(await installation.rows(`select value from identities where kind = 'lid'`)).toEqual([
    { value: `lid:${hidden.lid.split('@')[0]}` },
  ])
})

describe('what cannot be decrypted', () => {
  test('failure 15: what never can be is answered with a request to send it again, once', async () => {
    ana.damage(6)
    await ana.say('greet Rui')
    expect(await hear()).toContain('Please send it again')
    ana.damage(6)
    const id = await ana.say('greet Lia')
    for (let count = 1; count < 6; count++) await server.event('retry', { matches: (event) => event.id === id })
    await ana.say('greet Rui')
    expect(await hear()).toContain('Greet Rui')
    expect(unexpected()).toEqual([])
  })

  test('failure 15: what only the phone could read is taken from there, as if it had been read here', async () => {
    ana.damage(1)
    server.resends(false)
    await ana.say('greet Rui')
    expect(await hear()).toContain('Greet Rui')
    server.resends(true)
    expect(unexpected()).toEqual([])
  })

  test('failure 15: from somebody whom nobody knows it is answered as anything of theirs', async () => {
    const eve = server.addContact({ phone: '+15550009999', name: 'Eve' })
    eve.damage(6)
    await eve.say('greet Rui')
    expect(await hear(eve)).toContain('I do not know this number')
  })

  test('frames end the connection and never the process', async () => {
    server.forget('login')
    for (let n = 0; n < 3; n++) {
      server.garble()
      await server.event('login')
    }
    await ana.say('greet Rui')
    expect(await hear()).toContain('Greet Rui')
  })
})

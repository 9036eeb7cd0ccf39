/** `sayso start` in a terminal of a machine without internet: nobody who types is kept waiting for WhatsApp. */
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { asTerminal, startSaysoProcess, type SaysoProcess } from '../testing/processes/sayso-process.ts'
import { startSayso } from '../testing/whatsapp/whatsapp-bot.ts'
import { createWhatsAppPlace, type WhatsAppPlace } from '../testing/whatsapp/whatsapp-place.ts'
import { hearText } from '../testing/whatsapp/whatsapp-silence.ts'

const unreachable = 'WhatsApp cannot be reached just now. Sayso keeps trying; everything else goes on.'

/** `sayso start` with a person before it. */
function startChat({ installation, server }: WhatsAppPlace): SaysoProcess {
  const args = ['start', '--data', installation.dir, '--people', installation.people]
  const imports = [...server.preloadArgs, ...asTerminal].join(' ')
  return startSaysoProcess(args, { ...installation.env, ...server.preloadEnv, NODE_OPTIONS: imports })
}

/** What the chat says to somebody who types what they want to know of an order. */
async function answerTo(chat: SaysoProcess, order: number): Promise<void> {
  chat.type(`status of order ${order}`)
  await chat.heard(new RegExp(`Order ${order}\\b.*—`, 'u'))
}

/** The first line of everything that the chat has said. */
function saidIn(chat: SaysoProcess): readonly string[] {
  return Array.from(stripVTControlCharacters(chat.written()).matchAll(/Sayso › (.*)/gu), ([, line = '']) => line)
}

/** So many tries to reach WhatsApp that come to nothing, from now on. */
async function triesInVain({ server }: WhatsAppPlace, times: number): Promise<void> {
  server.forget('kept-out')
  for (let n = 0; n < times; n++) await server.event('kept-out')
}

test('where no number is linked the chat names how to link one; begun without internet that shows a code when there is some, and the chat takes the number up as it runs', async ({
  onTestFinished,
}) => {
  const place = await createWhatsAppPlace({ linked: false })
  onTestFinished(place.close)
  const { server } = place
  server.offline()
  const chat = startChat(place)
  onTestFinished(chat.kill)
  await chat.heard(/WhatsApp.*no number yet: `sayso pair` links one, also while this runs/u)
  await answerTo(chat, 204)
  const pairing = startSayso(place, ['pair'], { mayDie: false, env: {} })
  onTestFinished(pairing.kill)
  await pairing.printed(/(WhatsApp cannot be reached just now\. Still trying)/u)
  await answerTo(chat, 205)
  await triesInVain(place, 1)

  server.online()
  await server.pair({ qr: await pairing.printed(/QR: (\S+)/u) }, { history: null })
  expect(await pairing.ended).toBe(0)
  await chat.heard(/WhatsApp: \+\d+ is connected\./u)
  const ana = place.addOwner(1, { name: 'Ana' })
  await ana.say('status of order 206')
  expect(await hearText(ana)).toContain('Order 206')
  await answerTo(chat, 207)
})

test('without internet the chat says once that WhatsApp is out of reach, answers what is typed while it keeps trying, and serves the number when there is some', async ({
  onTestFinished,
}) => {
  const place = await createWhatsAppPlace()
  onTestFinished(place.close)
  const { server } = place
  server.offline()
  const chat = startChat(place)
  onTestFinished(chat.kill)
  await chat.heard(new RegExp(unreachable, 'u'))
  await answerTo(chat, 204)
  await triesInVain(place, 2)
  await answerTo(chat, 205)
  expect(saidIn(chat)).toEqual([
    unreachable,
    expect.stringContaining('Order 204'),
    expect.stringContaining('Order 205'),
  ])

  server.online()
  await chat.heard(/WhatsApp: \+\d+ is connected\./u)
  const ana = place.addOwner(1, { name: 'Ana' })
  await ana.say('status of order 206')
  expect(await hearText(ana)).toContain('Order 206')
  // Ctrl-D.
  chat.type('\u0004')
  expect(await chat.ended).toEqual({ code: 0, signal: null })
})

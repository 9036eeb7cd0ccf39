/**
 * What Sayso adds to a message on WhatsApp, over the real protocol: from a contact's phone to the answer decrypted on it, beside
 * bots that say back what they hear. They take turns, so that whatever else the machine does hits all of them. The loopback
 * server and the phones are in every figure. Run with `npm run bench -- whatsapp`.
 *
 * Sayso sends no more than its limits allow: the rounds are so far apart, and the bursts so small, that they do not hold it up.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { isNewText, textOf } from '../src/testing/whatsapp/whatsapp-bot.ts'
import type { Contact } from '../src/testing/whatsapp-server/contact.ts'
import { quantile } from './quantile.ts'
import { renderTable } from './table.ts'
import { startBenchBots, type BenchBot, type BenchBots } from './whatsapp-bots.ts'

const contacts = 20
const rounds = 100
/** Each round has three replies of Sayso, and it may send one every 60 ms. */
const restMs = 120
/** What a bot does after its answer is over by then. */
const settleMs = 25
/** Of so many messages from each contact, one after the other: fewer than Sayso may send at once. */
const burstLength = 4
const bursts = 3
const refillMs = 5500
const answerWithinMs = 30_000
/** On a busy machine the queue may be out of reach for a moment; more of it is no measurement. */
const mostFailures = 5

type Times = { readonly [Name in 'echo' | 'filingEcho' | 'read' | 'preview']: readonly number[] }
type Rates = { readonly [Name in 'echo' | 'filingEcho' | 'sayso']: number }

let failures = 0
const bots = await startBenchBots(contacts)
try {
  await meetEverybody(bots)
  const times = await timeRounds(bots)
  printRoundTrips(times)
  printRates(await measureRates(bots))
} finally {
  await bots.close()
}

/** A first message sets up the encryption, and wakes what sleeps. */
async function meetEverybody({ sayso, echo, filingEcho }: BenchBots): Promise<void> {
  for (let n = 0; n < contacts; n++) {
    for (const bot of [sayso, echo, filingEcho]) await read(contactOf(bot, n))
    await preview(contactOf(sayso, n), n)
    await drop(contactOf(sayso, n))
  }
  await delay(refillMs)
}

async function timeRounds({ sayso, echo, filingEcho }: BenchBots): Promise<Times> {
  const times = { echo: [] as number[], filingEcho: [] as number[], read: [] as number[], preview: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const ways = [
      async () => times.echo.push(await timed(() => read(contactOf(echo, round)))),
      async () => times.read.push(await timed(() => read(contactOf(sayso, round)))),
      async () => times.filingEcho.push(await timed(() => read(contactOf(filingEcho, round)))),
      async () => times.preview.push(await timed(() => preview(contactOf(sayso, round), contacts + round))),
      () => drop(contactOf(sayso, round)),
    ]
    for (const way of ways) {
      await way().catch(countFailure)
      await delay(settleMs)
    }
    await delay(restMs)
  }
  return times
}

async function measureRates({ sayso, echo, filingEcho }: BenchBots): Promise<Rates> {
  const spent = { sayso: 0, echo: 0, filingEcho: 0 }
  for (let n = 0; n < bursts; n++) {
    await delay(refillMs)
    spent.sayso += await timed(() => burst(sayso))
    spent.echo += await timed(() => burst(echo))
    spent.filingEcho += await timed(() => burst(filingEcho))
  }
  return { sayso: perSecond(spent.sayso), echo: perSecond(spent.echo), filingEcho: perSecond(spent.filingEcho) }
}

/** Everybody at once, each with the next message when the last one is answered. */
async function burst(bot: BenchBot): Promise<void> {
  await Promise.all(
    bot.contacts.map(async (contact) => {
      for (let n = 0; n < burstLength; n++) await read(contact)
    }),
  )
}

function read(contact: Contact): Promise<void> {
  return ask(contact, 'status of order 204', /order/iu)
}

/** Refunds another sum each time, so that none is a repeat. */
function preview(contact: Contact, n: number): Promise<void> {
  return ask(contact, `refund ${(1 + n / 100).toFixed(2)} of order 205`, /CONFIRM/u)
}

function drop(contact: Contact): Promise<void> {
  return ask(contact, '0', /^Dropped/u)
}

async function ask(contact: Contact, text: string, answer: RegExp): Promise<void> {
  await contact.say(text)
  const told = textOf(await contact.next({ matches: isNewText, timeoutMs: answerWithinMs }))
  if (!answer.test(told)) throw new Error(`"${text}" was answered with: ${told}`)
}

/** What has failed is not among the times. */
function countFailure(error: unknown): void {
  failures += 1
  if (failures > mostFailures) throw error
  console.error(error)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function contactOf(bot: BenchBot, n: number): Contact {
  const contact = bot.contacts[n % contacts]
  if (contact === undefined) throw new RangeError(`There is no contact ${n}`)
  return contact
}

function perSecond(ms: number): number {
  return (bursts * burstLength * contacts) / (ms / 1000)
}

function against(times: readonly number[], base: readonly number[], share: number): string {
  return `× ${(quantile(times, share) / quantile(base, share)).toFixed(2)}`
}

function printRoundTrips(times: Times): void {
  const rows = [
    ['a read', times.read],
    ['a preview', times.preview],
    ['echo, keys in memory', times.echo],
    ['echo, keys in files', times.filingEcho],
  ] as const
  console.log(`\nFrom the phone and back, ${rounds} rounds, milliseconds\n`)
  console.log(
    renderTable({
      head: ['', 'to echo, p50', 'to echo in files, p50', 'to echo, p10', 'p10', 'p50', 'p99'],
      rows: rows.map(([name, own]) => [
        name,
        against(own, times.echo, 0.5),
        against(own, times.filingEcho, 0.5),
        against(own, times.echo, 0.1),
        ...[0.1, 0.5, 0.99].map((share) => quantile(own, share).toFixed(1)),
      ]),
    }),
  )
}

function printRates({ sayso, echo, filingEcho }: Rates): void {
  console.log(`\n${contacts} contacts at once, messages a second\n`)
  console.log(
    renderTable({
      head: ['', 'to echo', 'messages/s'],
      rows: (
        [
          ['reads', sayso],
          ['echo, keys in memory', echo],
          ['echo, keys in files', filingEcho],
        ] as const
      ).map(([name, rate]) => [name, `× ${(rate / echo).toFixed(2)}`, rate.toFixed(0)]),
    }),
  )
}

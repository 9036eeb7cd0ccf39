/**
 * Finds out whether messages still come in, when none do. The bot asks its own phone for a message, as linked devices do among
 * themselves, and the answer is a message like anybody's: it comes off the wire, through the same listeners, is decrypted, stored
 * with its keys and taken out. No chat shows either of them. A message to its own chat would be seen on the phone, and would prove
 * nothing: WhatsApp takes it to the other devices and never back to the one that sent it.
 *
 * A connection that is found deaf is ended, and what it kept back comes with the next one, whose listeners are new.
 */
import { randomUUID } from 'node:crypto'
import type { Link } from './open-link.ts'
import { judgeCanary, type CanarySigns } from './judge-canary.ts'
import { pause } from '../pause.ts'
import type { WatchLimits } from '../watch-limits.ts'
import { wireIdOf } from '../wire/wire-id.ts'

/** So many connections in a row are found deaf before a person is told. */
const deafToTell = 3

export type Canary = {
  /** Looks after a connection until it is over or `stop` is called. */
  readonly watch: (link: CanaryLink) => { readonly stop: () => void }
  /** WhatsApp has acknowledged a message. */
  readonly onAck: (messageId: string) => void
  /** A phone says that it has a message. */
  readonly onReceipt: (messageId: string) => void
  /** The bot's phone has answered a question, and the answer has come through. */
  readonly onAnswer: (messageId: string) => void
}

/** What it needs of a connection. */
export type CanaryLink = Pick<Link, 'opened' | 'closed' | 'end'> & {
  readonly ask: (messageId: string) => Promise<void>
}

export type CanaryDeps = {
  /** When anything last came through, by `now`. */
  readonly heardAt: () => number
  /** Whatever is done, nothing is heard. */
  readonly onDeaf: () => void
  readonly limits: WatchLimits
  readonly now?: () => number
  readonly random?: () => number
}

type Asked = { -readonly [Sign in keyof CanarySigns]: CanarySigns[Sign] } & {
  readonly id: string
  readonly onAnswer: () => void
}

export function createCanary({
  heardAt,
  onDeaf,
  limits,
  now = () => performance.now(),
  random = Math.random,
}: CanaryDeps): Canary {
  let asked: Asked | null = null
  let trusted = false
  let deaf = { times: 0, at: 0 }

  async function look(link: CanaryLink, over: AbortSignal): Promise<void> {
    await Promise.race([link.opened, link.closed])
    const openedAt = now()
    while (!over.aborted) {
      if (heardAt() > deaf.at) deaf = { times: 0, at: 0 }
      const suspected = deaf.times > 0 && deaf.times < deafToTell
      const waitMs = (suspected ? limits.canaryAgainMs : limits.canaryEveryMs) * (0.8 + 0.4 * random())
      await pause(waitMs, over)
      if (over.aborted) return
      if (now() - heardAt() < waitMs) continue
      const verdict = judgeCanary(await ask(link, over), { trusted })
      if (over.aborted) return
      if (verdict === 'deaf') return giveUp(link)
      if (verdict === 'unknown' && now() - Math.max(openedAt, heardAt()) > limits.renewAfterMs) return link.end(408)
    }
  }

  async function ask(link: CanaryLink, over: AbortSignal): Promise<CanarySigns> {
    const answered = new AbortController()
    const id = wireIdOf(randomUUID(), 0)
    const question: Asked = {
      id,
      left: 'no',
      acked: false,
      taken: false,
      answered: false,
      onAnswer: () => answered.abort(),
    }
    asked = question
    link.ask(id).then(
      () => (question.left = 'yes'),
      () => (question.left = 'refused'),
    )
    await pause(limits.answerWithinMs, AbortSignal.any([over, answered.signal]))
    asked = null
    return question
  }

  function giveUp(link: CanaryLink): void {
    deaf = { times: deaf.times + 1, at: now() }
    if (deaf.times === deafToTell) onDeaf()
    link.end(408)
  }

  return {
    watch: (link) => {
      const over = new AbortController()
      const stop = () => over.abort()
      void link.closed.then(stop)
      void look(link, over.signal)
      return { stop }
    },
    onAck: (id) => {
      if (asked?.id === id) asked.acked = true
    },
    onReceipt: (id) => {
      if (asked?.id === id) asked.taken = true
    },
    onAnswer: (id) => {
      trusted = true
      if (asked?.id !== id) return
      asked.answered = true
      asked.onAnswer()
    },
  }
}

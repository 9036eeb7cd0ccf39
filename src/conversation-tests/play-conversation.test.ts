import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import type { DoorLine } from './conversation.ts'
import { parseConversations } from './parse-conversations.ts'
import { playConversation, type Played } from './play-conversation.ts'
import { renderPlayed } from './render-report.ts'
import type { StartTestBot } from './test-bot.ts'

/** A small bot: it echoes, offers a menu, keeps a secret, hangs, and dies when it is told to. */
function createParrot(): StartTestBot {
  let memory = 'nothing'
  return async (onLine) => {
    const gone = Promise.withResolvers<string>()
    const answer = ({ id, from, text }: DoorLine): void => {
      const reply = (fields: { readonly [field: string]: Json }) =>
        onLine({ to: from ?? '', replyTo: id ?? '', ...fields })
      const said = typeof text === 'string' ? text : ''
      if (said === 'die') return gone.resolve('it was told to die')
      if (said === 'hang') return
      if (said === 'menu')
        reply({
          about: 'menu',
          text: '1. Orders\n2. Files',
          options: [
            { n: 1, label: 'Orders' },
            { n: 2, label: 'Files' },
          ],
        })
      else if (said.startsWith('keep ')) memory = said.slice(5)
      else if (said === 'tell') reply({ about: 'info', text: memory, command: { ref: memory } })
      else reply({ about: 'info', text: `you said ${said}` })
      onLine({ done: id ?? '' })
    }
    return {
      say: (line) => {
        const said = line as DoorLine
        queueMicrotask(() => (said['idle'] === undefined ? answer(said) : onLine({ idle: said['idle'] })))
      },
      stop: async (how) => {
        if (how === 'kill') memory = 'nothing'
      },
      gone: gone.promise,
    }
  }
}

async function play(steps: string, { timeoutMs = 4000, signal = new AbortController().signal } = {}): Promise<Played> {
  const text = `name: a talk\nstrangers: { ana: "+5511990000001" }\nsteps:\n${steps}`
  const problems: string[] = []
  const [conversation] = parseConversations({ file: 'talk.yaml', folder: '/talks', text }, ({ message }) =>
    problems.push(message),
  )
  if (conversation === undefined) throw new TypeError(problems.join('\n'))
  return playConversation(conversation, { start: createParrot(), timeoutMs, idleGraceMs: 20, signal })
}

describe('playConversation()', () => {
  test('goes on when what is wanted has come, in order, with other lines between', async () => {
    const { failure, turns } = await play(`
  - ana: menu
    expect: [{ about: menu }]
  - ana: { pick: "/files/i" }
    expect: [{ text: you said 2 }]
    reject: [{ about: outcome }]
`)
    expect(failure).toBeNull()
    expect(turns.map(({ kind }) => kind)).toEqual(['said', 'came', 'said', 'came'])
  })

  test('says later what it has captured', async () => {
    const { failure } = await play(`
  - ana: keep secret
  - ana: tell
    expect: [{ capture: { it: command.ref } }]
  - ana: "{it}"
    expect: [{ text: "you said {it}" }]
`)
    expect(failure).toBeNull()
  })

  test.each([
    ['graceful', null],
    ['kill', 1],
  ])('starts the bot again on what the one before has left (%s)', async (how, wrongAt) => {
    const { failure } = await play(`
  - ana: keep it
  - restart: ${how}
  - ana: tell
    expect: [{ text: it }]
`)
    expect(failure === null ? null : failure.step).toBe(wrongAt === null ? null : 2)
  })

  test('fails soon at what does not come from a bot that is idle', { timeout: 30_000 }, async () => {
    const { failure } = await play('  - { ana: hello, expect: [{ about: preview }] }', { timeoutMs: 60_000 })
    expect(failure).toMatchObject({ step: 0, wanted: { fields: { about: 'preview' } }, why: 'did not come' })
  })

  test('fails at what comes and should not', async () => {
    const { failure } = await play('  - { ana: hello, reject: [{ about: info, text: hello }] }')
    expect(failure).toMatchObject({ step: 0, why: 'came, and should not' })
  })

  test.each([
    ['- ana: hang', 'the turn does not end'],
    ['- ana: die', 'the bot ended: it was told to die'],
    ['- ana: "{nothing}"', 'nothing was captured as {nothing}'],
    ['- ana: { pick: refunds }', 'there is no option refunds to pick'],
    [
      '- { ana: hello, expect: [{ capture: { x: confirm.expect } }] }',
      'there is nothing at confirm.expect to keep as {x}',
    ],
  ])('says what went wrong: %s', async (step, why) => {
    expect((await play(`  ${step}`, { timeoutMs: 300 })).failure).toMatchObject({ step: 0, why })
  })

  test('ends when nobody waits any more', async () => {
    const stopped = new AbortController()
    const played = play('  - ana: hang', { timeoutMs: 60_000, signal: stopped.signal })
    setTimeout(() => stopped.abort(), 10)
    expect((await played).failure).toMatchObject({ why: 'stopped' })
  })
})

describe('renderPlayed()', () => {
  test('shows the dialogue up to what went wrong, what was wanted, and what came nearest', async () => {
    const played = await play(`
  - ana: menu
  - ana: { text: hello, id: m2 }
    expect: [{ about: outcome, text: you said hello }]
  - ana: never said
`)
    const shown = renderPlayed({ ...played, ms: 1234 })
    expect(shown.split('\n').slice(0, -1)).toEqual([
      'FAIL talk.yaml:1: a talk 1.23 s',
      '     ana      menu',
      '     sayso    1. Orders',
      '              2. Files',
      '              { about: menu, options: [ { n: 1, label: Orders }, { n: 2, label: Files } ] }',
      '     ana      hello',
      '     sayso    you said hello',
      '              { about: info }',
      '     step 2: { about: outcome, text: you said hello } did not come',
      '     of the nearest line about is info, not outcome',
    ])
  })

  test('of what went well is one line', async () => {
    expect(renderPlayed({ ...(await play('  - ana: hello')), ms: 20 })).toBe('ok   talk.yaml: a talk 0.02 s')
  })
})

import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat, Said } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'

const catalogue = await loadShippedCatalogue()
const spoken: Said = { spoken: { confidence: null } }
const unsure: Said = { spoken: { confidence: 0.3 } }

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

const statuses = () => [...world.ledger.commands.values()].map(({ status, reason }) => reason ?? status)

describe('the preview of a spoken command', () => {
  test('shows what was heard, the command that it was taken for, and each number digit by digit', () => {
    const reply = ana.say('Cancel order 204.', spoken)
    expect(reply.about).toBe('preview')
    expect(reply.text.split('\n').slice(0, 4)).toEqual([
      '⚠️ Cancel order 204 — Maria Souza, R$120.00, paid',
      '🎤 I heard: “Cancel order 204.”',
      'Command: CANCEL_ORDER id=204',
      '204: two, zero, four',
    ])
    expect(reply.preview).toMatchObject({ target: '204', heard: 'Cancel order 204.' })
  })

  test.each([
    ['pt-BR', 'cancela o pedido 204', 'Ouvi: “cancela o pedido 204”', '204: dois, zero, quatro'],
    ['es', 'cancela el pedido 204', 'Escuché: “cancela el pedido 204”', '204: dos, cero, cuatro'],
  ])('in %s', (language, said, heard, digits) => {
    const reply = world.chatOf({ language }).say(said, spoken)
    expect(reply.text).toContain(heard)
    expect(reply.text).toContain(digits)
  })

  test('reads amounts back with their mark', () => {
    expect(ana.say('refund order 205 for 10.50', spoken).text).toContain('one, zero, point, five, zero')
  })

  test('names the note, its words and its engine in the trace of the envelope', () => {
    ana.say('cancel order 204', { ...spoken, id: 'note-1' })
    expect(ana.pending().envelope.trace).toMatchObject({
      message_ids: ['note-1'],
      audio: [{ message_id: 'note-1', transcript: 'cancel order 204', engine: 'local', model: 'of tests' }],
    })
  })

  test('keeps every note that made it, and nothing of what was typed', () => {
    ana.say('cancel an order', { ...spoken, id: 'note-1' })
    ana.say('204', { ...spoken, id: 'note-2' })
    expect(ana.pending().envelope.trace.audio?.map((each) => each.message_id)).toEqual(['note-1', 'note-2'])
    ana.say('cancel order 205')
    expect(ana.pending().envelope.trace.audio).toBeUndefined()
    expect(ana.replies.at(-1)?.text).not.toContain('🎤')
  })

  test('comes once for each of several wishes', () => {
    ana.say('cancel order 204 and reinstate order 206', spoken)
    expect(ana.replies.at(-1)?.preview).toMatchObject({ action: 'Cancel', target: '204' })
    ana.sayAll('0')
    expect(ana.replies.at(-1)?.preview).toMatchObject({
      target: '206',
      heard: 'cancel order 204 and reinstate order 206',
    })
  })
})

describe('what was heard', () => {
  test.each([
    ['and you?', 'is shown where nothing was understood'],
    ['status of order 999', 'is shown where there is no such thing'],
    ['yes', 'is shown where it does not confirm'],
  ])('%s: %s', (said) => {
    ana.say('cancel order 204')
    const reply = ana.say(said, spoken)
    expect(reply.text.split('\n')[0]).toBe(`🎤 I heard: “${said}”`)
  })

  test('is said once where it is asked about', () => {
    expect(ana.say('cancel order 204', unsure).text.split('cancel order 204')).toHaveLength(2)
  })
})

describe('what was heard badly', () => {
  test('is asked about before anything is previewed, and previewed after a yes', () => {
    const reply = ana.say('cancel order 204', unsure)
    expect(reply.about).toBe('choose')
    expect(reply.text).toContain('I am not sure that I heard this right: “cancel order 204”')
    expect(reply.options?.map(({ label }) => label)).toEqual(['Yes: Cancel order 204', 'No'])
    expect(statuses()).toEqual([])
    expect(ana.say('1').preview).toMatchObject({ target: '204', heard: 'cancel order 204' })
  })

  test.each(['yes', '1', 'Yes.'])('%s goes on', (answer) => {
    ana.say('cancel order 204', unsure)
    expect(ana.say(answer, spoken).about).toBe('preview')
    expect(statuses()).toEqual(['accepted'])
  })

  test.each(['no', '2', '0'])('%s ends it', (answer) => {
    ana.say('cancel order 204', unsure)
    expect(ana.say(answer).about).toBe('info')
    expect(ana.session().question).toBeNull()
    expect(statuses()).toEqual([])
  })

  test('is mended by the right number, and asked about again when that was spoken as badly', () => {
    ana.say('cancel order 204', unsure)
    expect(ana.say('no, 205', unsure).text).toContain('Cancel order 205')
    expect(statuses()).toEqual([])
    expect(ana.say('yes').preview).toMatchObject({ target: '205' })
  })

  test('does not keep a read from being answered', () => {
    expect(ana.say('status of order 204', unsure).about).toBe('outcome')
  })

  test('with words that only sound like digits is asked about, never previewed', () => {
    const reply = ana.say('cancel order to zero for', spoken)
    expect(reply.about).toBe('choose')
    expect(reply.options?.[0]?.label).toBe('Yes: Cancel order 204')
    expect(statuses()).toEqual([])
  })

  test('without a number leads to the question for it', () => {
    expect(ana.say('cancel an order', spoken).about).toBe('ask')
    expect(ana.say('204', spoken).about).toBe('preview')
  })

  test('with a word that was only almost understood is asked about', () => {
    expect(ana.say('cancell order 204', spoken).about).toBe('choose')
    expect(statuses()).toEqual([])
  })

  test('an answer of such words is asked about too', () => {
    ana.say('cancel an order', spoken)
    expect(ana.say('to zero for', spoken).options?.[0]?.label).toBe('Yes: Cancel order 204')
    expect(statuses()).toEqual([])
  })

  test('a number that does not exist is asked about with those that sound like it', () => {
    const reply = ana.say('cancel order 704', spoken)
    expect(reply.about).toBe('choose')
    expect(reply.text).toContain('These sound alike')
    expect(reply.options?.map(({ label }) => label)).toEqual(['204 — Maria Souza, R$120.00, paid'])
    expect(ana.say('1').preview).toMatchObject({ target: '204' })
  })

  test('the same number typed is not: nobody mistypes by ear', () => {
    expect(ana.say('cancel order 704').about).toBe('ask')
  })
})

describe('a confirmation in a voice note', () => {
  test.each(['yes', 'Yes please.', 'Yes, cancel order 204.', 'confirm'])('%s confirms nothing by default', (words) => {
    ana.say('cancel order 204', spoken)
    expect(ana.say(words, spoken).about).not.toBe('outcome')
    expect(statuses()).toEqual(['accepted'])
  })

  test('not even the right token does, and it costs no try', () => {
    ana.say('cancel order 204')
    expect(ana.say(ana.expect(), spoken).text).toContain('a voice note confirms nothing here')
    expect(ana.pending().wrongTries).toBe(0)
    ana.sayAll(ana.expect())
    expect(statuses()).toEqual(['confirmed'])
  })

  test('where phrases are taken, the full phrase confirms a destructive command, and nothing less does', () => {
    world.voiceConfirm = 'phrase'
    const preview = ana.say('cancel order 204', spoken)
    expect(preview.text).toContain('Or say in a voice note: “YES, CANCEL ORDER 204”.')
    for (const words of ['yes', 'Yes, cancel order.', 'cancel order 205 yes', ana.expect()]) ana.say(words, spoken)
    expect(statuses().filter((status) => status === 'confirmed')).toEqual([])
    ana.say('cancel order 204', spoken)
    ana.sayAll('Yes, cancel order 204.', spoken)
    expect(statuses().filter((status) => status === 'confirmed')).toHaveLength(1)
  })

  test('where phrases are taken, a phrase or a yes that is in doubt confirms nothing', () => {
    world.voiceConfirm = 'phrase'
    ana.say('cancel order 204', spoken)
    ana.say('Yes, cancel order 204.', unsure)
    ana.say('reinstate order 206', spoken)
    expect(ana.say('Yes.', unsure).text).toContain('Say exactly that, or type')
    expect(statuses()).not.toContain('confirmed')
  })

  test('where phrases are taken, a yes confirms nothing, and the full phrase confirms what a typed yes would', () => {
    world.voiceConfirm = 'phrase'
    expect(ana.say('reinstate order 206', spoken).text).toContain('Or say in a voice note: “YES, REINSTATE ORDER 206”.')
    for (const words of ['Yes.', 'Yes please.', 'ok', 'Yes, reinstate.'])
      expect(ana.say(words, spoken).text).toContain('only the whole sentence: “YES, REINSTATE ORDER 206”')
    expect(statuses()).toEqual(['accepted'])
    ana.sayAll('Yes, reinstate order 206.', spoken)
    expect(statuses()).toEqual(['confirmed'])
  })

  test('that was forwarded confirms nothing', () => {
    world.voiceConfirm = 'phrase'
    ana.say('cancel order 204', spoken)
    ana.sayAll('Yes, cancel order 204.', { ...spoken, forwarded: true })
    expect(statuses()).toEqual(['accepted'])
  })

  test('never confirms a destructive command but by its full phrase, whatever else is said', () => {
    const words = fc.constantFrom(
      'yes',
      'ok',
      'confirm',
      'sure',
      '1',
      'yes cancel',
      'cancel order',
      'the order 204',
      'please',
    )
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 6 }), fc.constantFrom('typed', 'phrase'), (said, mode) => {
        world = createConversationWorld({ catalogue })
        world.voiceConfirm = mode
        const bob = world.chatOf()
        bob.say('cancel order 204', spoken)
        for (const each of [...said, said.join(' ')]) {
          if (each.toLowerCase() !== 'yes cancel order 204') bob.sayAll(each, spoken)
        }
        expect(statuses()).not.toContain('confirmed')
        expect(world.shop.orders.get('204')?.status).toBe('paid')
      }),
      { numRuns: 60 },
    )
  })
})

describe('a voice note in which nothing was heard', () => {
  test.each([
    'off',
    'no_engine',
    'language',
    'gone',
    'unreachable',
    'too_large',
    'too_long',
    'unreadable',
    'silence',
    'noise',
    'music',
    'unclear',
    'engine_down',
  ] as const)('is answered in every language: %s', (why) => {
    const texts = ['en', 'pt-BR', 'es'].map((language) => {
      const [reply] = world.chatOf({ language }).handle({ kind: 'unreadable', what: `voice_${why}` })
      return reply?.text ?? ''
    })
    expect(new Set(texts).size).toBe(3)
    for (const [at, next] of [/write it/u, /[Ee]screva/u, /[Ee]scríbelo/u].entries()) expect(texts[at]).toMatch(next)
  })

  test('is answered with what switches hearing on for an owner in private, and for nobody else', () => {
    const cure = 'sayso speech install'
    const told = (roles: readonly string[], language = 'en', kind: 'private' | 'group' = 'private') => {
      const chat = world.chatOf({ roles, language }, `cure ${roles.join()} ${language} ${kind}`, kind)
      return chat.handle({ kind: 'unreadable', what: 'voice_no_engine', cure })[0]?.text
    }
    const why = 'I cannot listen to voice notes here yet. Please write it.'
    expect(told(['owner'])).toBe(`${why} To switch that on, run \`sayso speech install\` where Sayso was started.`)
    for (const role of ['operator', 'viewer']) expect(told([role])).toBe(why)
    expect(told(['owner'], 'en', 'group')).toBe(why)
    for (const language of ['es', 'pt-BR']) expect(told(['owner'], language)).toContain(`\`${cure}\``)
  })
})

/** What is said of a command that has begun, of which nobody knows yet what came of it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'
import type { StoredCommand } from '../testing/conversation/stored-command.ts'
import type { Asking } from './lookup.ts'

const catalogue = await loadShippedCatalogue()
const until = '2026-11-21T12:10:00Z'

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
})

/** What somebody has confirmed, and a worker has begun. */
function begin(state: Asking['state'], language = 'en'): StoredCommand {
  ana = world.chatOf({ language })
  ana.say('CANCEL_ORDER id=204')
  const command = ana.pending()
  ana.sayAll(ana.expect())
  command.started = true
  command.asking = { state, until: state === 'looked' ? null : until }
  return command
}

describe('CANCEL #REF', () => {
  test.each([
    ['en', /^I do not ask again about #.{5}, and nothing more is sent for it\./u],
    ['es', /^Ya no vuelvo a preguntar por #.{5}, y no se envía nada más\./u],
    ['pt-BR', /^Não pergunto mais sobre #.{5}, e nada mais é enviado por ele\./u],
  ])('%s: ends the asking, and it is not over', (language, told) => {
    const command = begin('asked', language)
    const ended = ana.say(`CANCEL #${command.envelope.sayso.ref}`)
    expect(ended).toMatchObject({ about: 'info', text: expect.stringMatching(told), command: { status: 'confirmed' } })
    expect(command.asking).toEqual({ state: 'ended', until })
    const again = ana.say(`CANCEL #${command.envelope.sayso.ref}`)
    expect(again).toMatchObject({ about: 'refusal' })
  })

  test('ends what rests under a pause too, and says of what only looks that it changes nothing', () => {
    const resting = begin('resting')
    ana.say(`cancel #${resting.envelope.sayso.ref}`)
    expect(resting.asking).toMatchObject({ state: 'ended' })
    world = createConversationWorld({ catalogue })
    const looked = begin('looked')
    expect(ana.say(`cancel #${looked.envelope.sayso.ref}`)).toMatchObject({
      about: 'refusal',
      text: 'Cancel order 204: no clear answer yet. I look again and again until I can tell, which changes nothing. You will hear how it ends.',
    })
    expect(looked.asking).toMatchObject({ state: 'looked' })
  })
})

describe('CANCEL #REF of what somebody else asked for', () => {
  test.each([
    ['en', /^I do not ask again about #(.{5}) \(Ana: .*204.*\)[^]*HAPPENED #\1 or NOT HAPPENED #\1/u],
    ['es', /^Ya no vuelvo a preguntar por #(.{5}) \(Ana: .*204.*\)[^]*OCURRIÓ #\1 o NO OCURRIÓ #\1/u],
    ['pt-BR', /^Não pergunto mais sobre #(.{5}) \(Ana: .*204.*\)[^]*ACONTECEU #\1 ou NÃO ACONTECEU #\1/u],
  ])('%s: an owner ends the asking, and whoever asked for it is told who did', (language, told) => {
    const command = begin('asked', language)
    const bia = world.chatOf({ name: 'Bia', roles: ['owner'], language })
    const { ref } = command.envelope.sayso
    expect(bia.say(`CANCEL #${ref}`)).toMatchObject({ about: 'info', text: expect.stringMatching(told) })
    expect(command.asking).toEqual({ state: 'ended', until })
    expect(bia.say(`CANCEL #${ref}`)).toMatchObject({ about: 'refusal', text: expect.stringContaining('Ana') })
    const unknown = {
      kind: 'failed',
      reason: 'action_failed',
      explanation: '',
      effect: 'unknown',
      outputs: {},
    } as const
    expect(ana.work(unknown)[0]).toMatchObject({ about: 'outcome', text: expect.stringContaining('Bia') })
  })

  test.each([
    ['en', /Only they or an owner can/u],
    ['es', /Solo esa persona o alguien responsable puede/u],
    ['pt-BR', /Só essa pessoa ou alguém responsável pode/u],
  ])('%s: nobody else ends it, or is told what it is', (language, told) => {
    const command = begin('asked', language)
    const bia = world.chatOf({ name: 'Bia', roles: ['sales'], language })
    const refused = bia.say(`CANCEL #${command.envelope.sayso.ref}`)
    expect(refused).toMatchObject({ about: 'refusal', text: expect.stringMatching(told) })
    expect(refused.text).not.toContain('204')
    expect(command.asking).toEqual({ state: 'asked', until })
  })

  test('which is not asked about is unknown to an owner as before', () => {
    const command = begin('asked')
    delete command.asking
    const bia = world.chatOf({ name: 'Bia', roles: ['owner'] })
    expect(bia.say(`CANCEL #${command.envelope.sayso.ref}`)).toMatchObject({
      text: expect.stringContaining('You have no command'),
    })
  })
})

test.each([
  ['en', 'asked', 'stop', /no clear answer yet\. I ask again and again until \d{1,2}:10\s[AP]M\. .*\nCANCEL #/u],
  ['en', 'asked', 'did it work?', /no clear answer yet\. I ask again and again until/u],
  ['en', 'asked', 'yes', /no clear answer yet\. I ask again and again until/u],
  ['en', 'resting', 'did it work?', /After RESUME I ask again, until \d{1,2}:10\s[AP]M\./u],
  ['en', 'ended', 'did it work?', /I do not ask again any more, and will tell you in a moment/u],
  [
    'es',
    'asked',
    'cancelar',
    /aún sin respuesta clara\. Vuelvo a preguntar hasta las \d{1,2}:10 [ap]\.\sm\. .*\nCANCELAR #/u,
  ],
  [
    'pt-BR',
    'resting',
    'cancelar',
    /sem resposta clara\. Pergunto de novo depois da pausa, até \d\d:10\. .*\nCANCELAR #/u,
  ],
] as const)('%s, %s: “%s” tells so, and ends nothing', (language, state, text, told) => {
  const command = begin(state, language)
  expect(ana.say(text)).toMatchObject({ text: expect.stringMatching(told), command: { status: 'confirmed' } })
  expect(command.asking).toMatchObject({ state })
})

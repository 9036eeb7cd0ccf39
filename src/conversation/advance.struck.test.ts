/** Commands out of which words were struck when somebody was forgotten: nobody knows any more what was asked for. */
import { beforeEach, describe, expect, test } from 'vitest'
import { isStruck, struck } from '../envelope/struck.ts'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import type { Chat } from '../testing/conversation/conversation-chat.ts'
import { createConversationWorld, type ConversationWorld } from '../testing/conversation/conversation-harness.ts'
import type { StoredCommand } from '../testing/conversation/stored-command.ts'

const shipped = await loadShippedCatalogue()
const note = shipped.commands.get('ADD_NOTE')
if (note === undefined) throw new TypeError('There is no ADD_NOTE')
/** What takes a note back is known by the words that were said for it alone. */
const undo = { command: 'REMOVE_NOTE', arguments: { note: { from: 'args', name: 'text' } } } as const
const catalogue = { ...shipped, commands: new Map([...shipped.commands, ['ADD_NOTE', { ...note, undo }]]) }
const failed = { kind: 'failed', reason: 'action_failed', explanation: '', effect: 'none', outputs: {} } as const

let world: ConversationWorld
let ana: Chat

beforeEach(() => {
  world = createConversationWorld({ catalogue })
  ana = world.chatOf()
})

/** As the ledger would after FORGET. Returns its reference. */
function strikeOut(name: string): string {
  // The ledger of tests keeps its commands in a map.
  const commands = world.ledger.commands as Map<string, StoredCommand>
  const [id, stored] = [...commands].at(-1) ?? []
  if (id === undefined || stored === undefined) throw new TypeError('Nothing was asked for')
  const { envelope } = stored
  commands.set(id, { ...stored, envelope: { ...envelope, args: { ...envelope.args, [name]: struck } } })
  return envelope.sayso.ref
}

function addNote(outcome?: typeof failed): string {
  ana.say('ADD_NOTE id=204 text="call Beto Lima"', { id: 'asked' })
  ana.sayAll(ana.expect())
  ana.work(outcome)
  return strikeOut('text')
}

const told: readonly (readonly [language: string, text: RegExp])[] = [
  ['en', /^Words of that command were forgotten \(••••\)[^\n]*Say it anew/u],
  ['pt-BR', /^Palavras desse comando foram esquecidas \(••••\)[^\n]*de novo/u],
  ['es', /^Palabras de ese comando se olvidaron \(••••\)[^\n]*de nuevo/u],
]

describe.each(told)('in %s words that were struck out are nobody’s values', (language, forgotten) => {
  beforeEach(() => {
    ana = world.chatOf({ language })
  })

  test('AGAIN that quotes it is refused', () => {
    addNote()
    expect(ana.say('again', { quotedMessage: 'asked' })).toMatchObject({ about: 'refusal' })
    expect(ana.replies.at(-1)?.text).toMatch(forgotten)
  })

  test('RETRY is refused', () => {
    const ref = addNote(failed)
    expect(ana.say(`RETRY #${ref}`)).toMatchObject({ about: 'refusal' })
    expect(ana.replies.at(-1)?.text).toMatch(forgotten)
  })

  test('UNDO of what nothing else tells is refused', () => {
    const ref = addNote()
    expect(ana.say(`UNDO #${ref}`)).toMatchObject({ about: 'refusal' })
    expect(ana.replies.at(-1)?.text).toMatch(forgotten)
  })

  test.each(['no, 205', 'it', '205', 'the same for 205'])('“%s” that quotes it shows no preview of them', (words) => {
    addNote()
    ana.sayAll(words, { quotedMessage: 'asked' })
    const asked = [...world.ledger.commands.values()].slice(1)
    expect(asked.filter(({ envelope }) => isStruck(envelope.args))).toEqual([])
    expect(ana.replies.at(-1)?.text).not.toContain(`: ${struck}`)
  })
})

import { describe, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'

const read = createReader(await loadShippedCatalogue())
const nothing = { kind: 'nothing' } as const

function calledIn(language: string, text: string): readonly string[] {
  const reading = read(text, nothing, language)
  const called = reading.kind === 'unknown' ? (reading.called ?? []) : []
  return called.map(({ wish, parameter }) => `${wish.command} ${parameter}=${wish.args[parameter] ?? ''}`)
}

describe('a name without the kind of thing that it names', () => {
  test.each([
    ['en', 'cancel pedro alves', 'CANCEL_ORDER id=pedro alves'],
    ['en', 'can you please cancel pedro alves', 'CANCEL_ORDER id=pedro alves'],
    ['en', 'status pedro', 'ORDER_STATUS id=pedro'],
    ['pt-BR', 'cancela o pedro', 'CANCEL_ORDER id=pedro'],
    ['es', 'anula lo de maria', 'CANCEL_ORDER id=maria'],
    ['es', 'cancela a pedro', 'CANCEL_ORDER id=pedro'],
  ])('in %s: “%s”', (language, text, wish) => {
    expect(calledIn(language, text)).toEqual([wish])
  })

  test('stands before what else is said', () => {
    const reading = read('refund maria 20', nothing, 'en')
    expect(reading).toMatchObject({
      kind: 'unknown',
      called: [{ name: 'maria', wish: { command: 'REFUND_ORDER', args: { id: 'maria', amount: '20' } } }],
    })
  })

  test('may be several kinds of thing, and the longest name comes first', () => {
    expect(calledIn('en', 'delete ana maria')).toEqual(
      expect.arrayContaining(['DELETE_FILE path=ana maria', 'REMOVE_NOTE note=ana maria']),
    )
    expect(calledIn('pt-BR', 'anota pro pedro alves ligou')).toEqual([
      'ADD_NOTE id=pedro alves ligou',
      'ADD_NOTE id=pedro alves',
      'ADD_NOTE id=pedro',
      'ADD_NOTE id=pro',
    ])
  })

  test.each([
    ['en', 'hello there my friend'],
    ['en', "don't cancel pedro alves"],
    ['en', 'cancel everybody'],
    ['en', 'cancel 99 bottles'],
    ['en', 'open the door'],
    ['en', 'cancel it all because of what the people in the office said about us yesterday'],
  ])('is none in %s: “%s”', (language, text) => {
    expect(calledIn(language, text)).toEqual([])
  })

  test('leaves the commands that it was close to', () => {
    expect(read('add a note: this is broken', nothing, 'en')).toMatchObject({ near: ['ADD_NOTE'] })
    expect(read('remind me to call maria tomorrow', nothing, 'en')).not.toHaveProperty('near')
  })
})

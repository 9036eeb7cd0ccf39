import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { withDeliveries } from '../../testing/catalogues/deliveries-catalogue.ts'
import { createReader } from '../../testing/conversation/understanding-fixture.ts'
import { createMessageReader } from '../create-message-reader.ts'
import { foldText } from '../text/fold-text.ts'
import { readThingThenVerb } from './read-thing-then-verb.ts'

const catalogue = withDeliveries(await loadShippedCatalogue())
const read = createReader(catalogue)
const nothing = { kind: 'nothing' } as const
const when = { now: new Date('2026-03-01T10:00:00Z'), timeZone: 'UTC' }

test.each([
  ['en', 'order 204, cancel it', 'CANCEL_ORDER', { id: '204' }],
  ['en', 'order 204 move it to tuesday', 'MOVE_ORDER', { id: '204', day: '2026-03-10' }],
  ['en', '204, cancel it', 'CANCEL_ORDER', { id: '204' }],
  ['en', 'the order of Maria cancel it', 'CANCEL_ORDER', { id: 'Maria' }],
  ['es', 'el pedido 204 cancelalo', 'CANCEL_ORDER', { id: '204' }],
  ['es', 'el pedido 204, pasalo al martes', 'MOVE_ORDER', { id: '204', day: '2026-03-10' }],
  ['es', 'el pedido 204 cancelalo porque no vino', 'CANCEL_ORDER', { id: '204', reason: 'no vino' }],
  ['es', 'al pedido 204 cancelalo', 'CANCEL_ORDER', { id: '204' }],
  ['es', 'el 204 cancelalo', 'CANCEL_ORDER', { id: '204' }],
  ['es', 'el pedido de María cancelalo', 'CANCEL_ORDER', { id: 'María' }],
  ['pt-BR', 'o pedido 204, cancela ele', 'CANCEL_ORDER', { id: '204' }],
  ['pt-BR', 'o pedido 204 passa ele pra terça', 'MOVE_ORDER', { id: '204', day: '2026-03-10' }],
  ['pt-BR', 'o 204 cancela ele', 'CANCEL_ORDER', { id: '204' }],
  ['pt-BR', 'o pedido da Maria cancela ele', 'CANCEL_ORDER', { id: 'Maria' }],
])('%s: “%s” is that alone, of the thing that is named first', (language, text, command, args) => {
  const reading = read(text, nothing, language)
  expect(reading).toMatchObject({ kind: 'wishes', wishes: [{ command, args }] })
  expect(reading).not.toHaveProperty('wishes.0.refers')
})

test('what is not to be done with it is denied of it', () => {
  const wish = { command: 'CANCEL_ORDER', args: { id: '204' } }
  expect(read('el pedido 204 no lo canceles', nothing, 'es')).toMatchObject({ kind: 'negated', wish })
})

test('another look stays', () => {
  expect(read('el pedido 204 cancelalo y mostrame el 205', nothing, 'es')).toMatchObject({
    wishes: [
      { command: 'CANCEL_ORDER', args: { id: '204' } },
      { command: 'ORDER_STATUS', args: { id: '205' } },
    ],
  })
})

test.each([
  ['en', 'order 204 note she wants it', 'ADD_NOTE'],
  ['en', 'order 204 was it shipped', 'ORDER_STATUS'],
  ['es', 'mostrame el pedido 204, cancelalo', 'ORDER_STATUS'],
])('%s: “%s” is what it says', (language, text, command) => {
  expect(read(text, nothing, language)).toHaveProperty('wishes.0.command', command)
})

test('where no word is taken for a reference nothing is read for one', () => {
  const locale = catalogue.locales.get('es')
  if (locale === undefined) throw new TypeError('No Spanish')
  const { commands, language } = createMessageReader(catalogue, locale)
  const asked: string[] = []
  const counted = {
    ...commands.withoutReferences,
    read: (text: string) => {
      asked.push(text)
      return null
    },
  }
  const folded = foldText('el pedido 204 cancelalo y agregale el pedido 204 cancelalo y')
  expect(readThingThenVerb(folded, { catalogue, language, commands: counted }, when)).toBeNull()
  expect(asked).toEqual([])
})

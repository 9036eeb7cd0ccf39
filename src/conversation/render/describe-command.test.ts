import { expect, test } from 'vitest'
import { loadSample, replaced } from '../../testing/catalogues/sample-catalogue.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { shownColumns } from './show-columns.ts'
import { summarise } from './describe-command.ts'

test('a choice is said by the words that a text has for it, and otherwise as people call it', async () => {
  const file = 'commands/things/drop.yaml'
  const texts = 'locales/en/commands.yaml'
  const { commands, locales } = await loadSample({
    ...replaced(file, 'maxLength: 20', 'enum: [broken, too-old, lost]'),
    ...replaced(texts, '"Drop {id}"', '"Drop {id}{why, select, broken {, in pieces} other {, {why}}}"'),
    ...replaced('locales/en/messages.yaml', '  and: [and]', '  and: [and]\n  too-old: [past its time, broken]'),
  })
  const [command, locale] = [commands.get('DROP_IT'), locales.get('en')]
  if (command === undefined || locale === undefined) throw new TypeError('The sample has no DROP_IT')
  const said = (why: string) => summarise(locale, command, { id: '7', why }, {})
  expect(said('broken')).toBe('Drop 7, in pieces')
  expect(said('too-old')).toBe('Drop 7, past its time')
  expect(said('lost')).toBe('Drop 7, lost')
})

test('a yes or no is written as people say it, unless a text chooses by it', async () => {
  const file = 'commands/things/drop.yaml'
  const summaries = ['Drop {id}: {why}', 'Drop {id}{why, select, true { for good} other {}}']
  const said = summaries.map(async (summary) => {
    const { commands, locales } = await loadSample({
      ...replaced(file, 'why: { type: string, maxLength: 20 }', 'why: { type: boolean }'),
      ...replaced('locales/en/commands.yaml', '"Drop {id}"', `"${summary}"`),
    })
    const [command, locale] = [commands.get('DROP_IT'), locales.get('en')]
    if (command === undefined || locale === undefined) throw new TypeError('The sample has no DROP_IT')
    return [true, false].map((why) => summarise(locale, command, { id: '7', why }, {}))
  })
  expect(await Promise.all(said)).toEqual([
    ['Drop 7: yes', 'Drop 7: no'],
    ['Drop 7 for good', 'Drop 7'],
  ])
})

test.each([
  ['en', 12.75, '12.75'],
  ['en', '1250.000', '1,250'],
  ['es', '12.750', '12,75'],
  ['es', '1.250', '1,25'],
  ['pt-BR', '1250', '1.250'],
  ['pt-BR', 0, '0'],
  ['es', 'many', 'many'],
  ['es', '', ''],
  ['es', null, ''],
] as const)('%s: a column that is a number, %j, is written as %j', async (language, quantity, wanted) => {
  const shipped = await loadShippedCatalogue()
  const order = shipped.entities.get('order')
  const locale = shipped.locales.get(language)
  if (order === undefined || locale === undefined) throw new TypeError('Neither order nor locale')
  const entities = new Map(shipped.entities).set('order', { ...order, fields: { quantity: { type: 'number' } } })
  const view = { catalogue: { ...shipped, entities }, locale, person: { timeZone: 'UTC' }, now: new Date(0) }
  expect(shownColumns(view, 'order', { id: '1250', quantity })).toEqual({ id: '1250', quantity: wanted })
})

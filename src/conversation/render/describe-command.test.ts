import { expect, test } from 'vitest'
import { loadSample, replaced } from '../../catalogue/sample-catalogue.ts'
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

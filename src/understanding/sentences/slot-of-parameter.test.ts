import { expect, test } from 'vitest'
import type { Parameter } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { foldText } from '../text/fold-text.ts'
import { compileLanguage } from '../words/language.ts'
import { slotOfParameter } from './slot-of-parameter.ts'

const { locales } = await loadShippedCatalogue()
const english = locales.get('en') ?? expect.fail('there is no English')
const language = compileLanguage(english, locales.values())

test.each([
  ['^[A-Z]{2,4}-[0-9]{1,3}$', 'AB-12', 'AB-12'],
  ['^[A-Z]{2,4}-[0-9]{1,3}$', 'ab-12', 'AB-12'],
  ['^[a-z]+[0-9]+$', 'Web2', 'web2'],
  ['^[A-Za-z]+/[A-Za-z]+$', 'America/Lima', 'America/Lima'],
  // The way it is written counts where there are both.
  ['^[A-Za-z]{1,2}[0-9]$', 'aB1', 'aB1'],
  ['^[A-Z]{2,4}-[0-9]{1,3}$', 'ab-1234', undefined],
  ['^[a-z]{2,10}$', 'web', undefined],
])('an id of the shape %s is read from “%s”: %s', (pattern, said, wanted) => {
  const parameter: Parameter = {
    name: 'product',
    kind: 'entity-ref',
    required: true,
    type: 'id',
    schema: { type: 'string', pattern },
    entity: 'product',
  }
  const slot = slotOfParameter(parameter, language)
  if (slot.kind !== 'value') throw new TypeError('It takes anything')
  const captures = slot.read(foldText(said), 0)
  expect(captures.map(({ value }) => value)).toEqual(wanted === undefined ? [] : [wanted])
})

import { expect, test } from 'vitest'
import { loadShippedCatalogue } from '../testing/catalogues/conversation-catalogue.ts'
import { format } from './render/say.ts'

const spanish = (await loadShippedCatalogue()).locales.get('es')
if (spanish === undefined) throw new TypeError('Spanish is not spoken')

test.each([
  ['admin_person_added', 'registró a alguien'],
  ['admin_person_removed', 'quitó a alguien'],
  ['admin_person_forgotten', 'borró los datos de alguien'],
  ['admin_role_granted', 'dio un rol'],
  ['admin_role_revoked', 'quitó un rol'],
])('the history says of %s that somebody did it, not that it was done to them', (event, told) => {
  const row = spanish.commands['admin.history']?.row ?? ''
  const shown = { when: 'hoy', who: 'Luz', of: 'person', about: 'Bruno', why: '', event }
  expect(format(spanish, row, shown)).toBe(`hoy · Luz: ${told} · Bruno`)
})

test('what is quoted stands in the same marks everywhere', () => {
  expect(JSON.stringify([spanish.messages, spanish.commands, spanish.entities])).not.toMatch(/[«»]/u)
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { compileLanguage } from '../words/language.ts'
import { partChoice } from './part-choice.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

function part(token: string, args: Readonly<Record<string, string>>, code = 'en'): unknown {
  const [command, locale] = [catalogue.commands.get(token), catalogue.locales.get(code)]
  if (command === undefined || locale === undefined) throw new TypeError(`No ${token} in ${code}`)
  return partChoice(command, args, compileLanguage(locale, catalogue.locales.values()))
}

describe('partChoice()', () => {
  test.each([
    ['en', 'Carla 11 98888-7777 operator', 'Carla', 'operator'],
    ['en', 'Carla Dias, 11 98888-7777, Viewer', 'Carla Dias', 'viewer'],
    ['pt-BR', 'Carla 11 98888-7777 operadora', 'Carla', 'operator'],
    ['es', 'Carla 11 98888-7777 dueña', 'Carla', 'owner'],
  ])('in %s “%s” is a name, a number and a role', (code, name, left, role) => {
    expect(part('ADD_PERSON', { name }, code)).toEqual({ name: left, phone: '11 98888-7777', role })
  })

  test.each(['Carla operator', 'Carla Viewer', 'operator', 'Carla 2 operator', ''])('%j is a name', (name) => {
    expect(part('ADD_PERSON', { name })).toEqual({ name })
  })

  test('a word that is no role stays, and so does the role that is known', () => {
    const [name, phone] = ['Carla 11 98888-7777 dancer', '+5511988887777']
    expect(part('ADD_PERSON', { name })).toEqual({ name })
    const all = { name: 'Carla operator', phone, role: 'viewer' }
    expect(part('ADD_PERSON', all)).toEqual(all)
  })
})

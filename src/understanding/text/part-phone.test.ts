import { beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { loadShippedCatalogue } from '../../testing/catalogues/conversation-catalogue.ts'
import { compileLanguage } from '../words/language.ts'
import { partPhone } from './part-phone.ts'

let catalogue: Catalogue

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})

function part(token: string, args: Readonly<Record<string, string>>, language = 'en'): unknown {
  const command = catalogue.commands.get(token)
  if (command === undefined) throw new TypeError(`No command ${token}`)
  const locale = catalogue.locales.get(language)
  if (locale === undefined) throw new TypeError(`There is no ${language}`)
  return partPhone(command, args, compileLanguage(locale, catalogue.locales.values()).beforePhone)
}

describe('partPhone()', () => {
  test.each([
    ['Carla +55 11 98888-7777', 'Carla', '+5511988887777'],
    ['Carla Dias, (11) 98888-7777', 'Carla Dias', '(11) 98888-7777'],
    ['+55 11 98888-7777 Carla', 'Carla', '+5511988887777'],
    ['Carla (+55 11 98888-7777)', 'Carla', '+5511988887777'],
    ['Carla Dias (11 98888-7777)', 'Carla Dias', '11 98888-7777'],
    ['José 2º 11 98888-7777', 'José 2º', '11 98888-7777'],
  ])('%s is a name and a number', (name, left, phone) => {
    expect(part('ADD_PERSON', { name, role: 'viewer' })).toEqual({ name: left, role: 'viewer', phone })
  })

  test.each([
    ['es', 'Cerámicas Gómez, tlf 612 34 56 78'],
    ['es', 'Cerámicas Gómez tel. 612 34 56 78'],
    ['es', 'Cerámicas Gómez con teléfono: 612 34 56 78'],
    ['pt-BR', 'Cerámicas Gómez, celular 612 34 56 78'],
    ['en', 'Cerámicas Gómez, phone number 612 34 56 78'],
  ])('%s: what leads to the number of %s is no part of the name', (language, name) => {
    expect(part('ADD_PERSON', { name }, language)).toEqual({ name: 'Cerámicas Gómez', phone: '612 34 56 78' })
  })

  test('whoever is called by such a word alone keeps it', () => {
    expect(part('ADD_PERSON', { name: 'Tel 612 34 56 78' }, 'es')).toEqual({ name: 'Tel', phone: '612 34 56 78' })
  })

  test.each(['Carla', 'Carla 2', 'Agent 007', '11 98888-7777', ''])(
    '%j is a name, or no more than a number',
    (name) => {
      expect(part('ADD_PERSON', { name })).toEqual({ name })
    },
  )

  test.each([
    ['Carla +55 11', '988887777', 'Carla', '+5511988887777'],
    ['Carla, (11)', '988887777', 'Carla', '(11) 988887777'],
  ])('%s and %s are one number and a name', (name, phone, left, whole) => {
    expect(part('ADD_PERSON', { name, phone })).toEqual({ name: left, phone: whole })
  })

  test('what has its number already keeps it, and what wants none is left alone', () => {
    const both = { name: 'Carla 11 98888-7777', phone: '+15550100001' }
    expect(part('ADD_PERSON', both)).toEqual(both)
    const note = { id: '204', text: 'call Carla 11 98888-7777' }
    expect(part('ADD_NOTE', note)).toEqual(note)
  })
})

import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { baseCatalogue } from './base-catalogue.ts'

const shipped = path.join(import.meta.dirname, '..', '..')
/** What nobody is to need an owner for: who they are to Sayso, in which language, and what it holds of them. */
const ofOneself = ['admin.whoami', 'admin.call-me', 'admin.language', 'admin.time-zone', 'admin.my-data']

async function rolesOf(file: string): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const planned = (await baseCatalogue(shipped)).find((each) => each.file === file)
  // The shape is that of commands/_roles.yaml.
  return parse(planned?.text ?? '') as Readonly<Record<string, readonly unknown[]>>
}

test('whoever may speak in a new catalogue may see and correct what it holds of them', async () => {
  const roles = await rolesOf('commands/_roles.yaml')
  expect(roles['viewer']).toEqual(expect.arrayContaining(ofOneself))
})

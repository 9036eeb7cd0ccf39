import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { knownZone } from './known-zone.ts'

const file = new URL('known-zone.ts', import.meta.url).href

describe('knownZone()', () => {
  test.each([
    ['America/Sao_Paulo', 'America/Sao_Paulo'],
    ['UTC', 'UTC'],
    ['Etc/Unknown', 'UTC'],
    ['', 'UTC'],
    ['Mars/Base', 'UTC'],
  ])('of “%s” is %s', (zone, expected) => {
    expect([knownZone(zone), knownZone(zone)]).toEqual([expected, expected])
  })

  test.each([
    ['', 'UTC'],
    ['nowhere', 'UTC'],
    ['America/Bogota', 'America/Bogota'],
  ])('where the machine says “%s” is %s', (zone, expected) => {
    const script = `import { knownZone } from '${file}'; console.log(knownZone())`
    const env = { ...process.env, TZ: zone }
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' })
    expect(said.trim()).toBe(expected)
  })
})

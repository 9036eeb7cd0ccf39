import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configVariables } from './config-variables.ts'
import { readConfig } from './config.ts'
import { renderEnvExample } from './testing/pages/render-env-example.ts'

const names = Object.keys(configVariables)

describe('.env.example', () => {
  // `vitest run src/config-variables.integration.test.ts -u` renews it.
  test('lists every variable, with its meaning and default', async () => {
    await expect(renderEnvExample(configVariables)).toMatchFileSnapshot('../.env.example')
  })

  test('is understood when every line is taken, and says what holds without it', () => {
    const lines = renderEnvExample(configVariables).split('\n')
    const assignments = lines.flatMap((line) => {
      const [, name, value] = /^# ([A-Z][A-Z_]+)=(.*)$/u.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    })
    expect(assignments.map(([name]) => name)).toEqual(names)
    const taken = readConfig(Object.fromEntries(assignments))
    expect(taken.databaseUrl).toContain('postgresql://')
    const defaults = Object.entries(configVariables).flatMap(([name, { default: value }]) =>
      value === null ? [] : [[name, value] as const],
    )
    expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}))
  })
})

describe('readConfig()', () => {
  test('refuses every variable of ours that is not in the list', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^SAYSO_[A-Z_]{1,20}$/u), (name) => {
        fc.pre(!names.includes(name))
        expect(() => readConfig({ [name]: '1' })).toThrow(`${name} is not a variable of Sayso`)
      }),
    )
  })

  test('refuses to wait longer than a timer can count', () => {
    const longest = { SAYSO_STEP_TIMEOUT: '7d', SAYSO_STOP_WITHIN: '7d' }
    expect(readConfig(longest)).toMatchObject({ stepTimeoutMs: 604_800_000, stopWithinMs: 604_800_000 })
    for (const name of Object.keys(longest))
      expect(() => readConfig({ [name]: '8d' })).toThrow(`${name}=8d is longer than 7d`)
  })

  test('takes an empty variable for one that is not set, but for where everything is kept', () => {
    const places = ['SAYSO_DATA', 'SAYSO_WORKSPACE']
    const others = names.filter((name) => !places.includes(name))
    expect(readConfig(Object.fromEntries(others.map((name) => [name, ''])))).toEqual(readConfig({}))
    for (const name of places) expect(() => readConfig({ [name]: '' })).toThrow(`${name} is empty`)
  })

  test.each(['Mars/X', 'Bogota', 'BRT3', 'america/sao_paulo', ':/etc/localtime', 'Etc/Unknown'])(
    'refuses %s, which is the name of no time zone: newcomers would silently get UTC',
    (zone) => {
      expect(() => readConfig({ TZ: zone })).toThrow(
        `TZ=${zone} is not the name of a time zone such as America/Sao_Paulo; correct it, or leave it out for the machine's own`,
      )
    },
  )

  test.each(['America/Sao_Paulo', ':America/Sao_Paulo', 'UTC', 'Etc/GMT+3', 'EST5EDT'])('takes the zone %s', (zone) => {
    expect(readConfig({ TZ: zone })).toEqual(readConfig({}))
  })

  test('takes an option that was not given for none', () => {
    expect(readConfig({}, { data: undefined, people: undefined })).toEqual(readConfig({}))
  })
})

test('.env is read where sayso is started, below the environment', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayso-env-'))
  try {
    await writeFile(path.join(folder, '.env'), 'SAYSO_WORKERS=none\nSAYSO_LOG=loud\n')
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const { SAYSO_LOG: _set, ...env } = process.env
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'doctor', '--json'], {
      cwd: folder,
      env: { ...env, SAYSO_LOG: 'warn' },
    }).catch((error: { readonly stdout: string }) => error)
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly says: string }[] }
    expect(findings.map(({ says }) => says)).toContain('SAYSO_WORKERS=none is not a whole number from 1 to 64')
    expect(stdout).not.toContain('SAYSO_LOG')
  } finally {
    await rm(folder, { recursive: true })
  }
})

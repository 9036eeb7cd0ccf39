import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainSystemError } from './explain-system-error.ts'
import { loadEnvFile } from './load-env-file.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayso-env-file-'))
  file = path.join(folder, '.env')
})
afterEach(() => rm(folder, { recursive: true }))

test('loadEnvFile() does nothing where there is no file, and says why one cannot be read', async () => {
  expect(() => loadEnvFile(file, {})).not.toThrow()
  await mkdir(file)
  expect(() => loadEnvFile(file, {})).toThrow(
    `${file} in the folder where Sayso is started cannot be read: it is a folder (EISDIR)`,
  )
})

test('loadEnvFile() takes nothing of a file with a name that was misspelt', async () => {
  await writeFile(file, 'DATABASE_ULR=postgresql://h/d\nALERT_WEBHOOK=http://127.0.0.1/of-this-test\n')
  const env = { HOME: '/root' }
  expect(() => loadEnvFile(file, env)).toThrow(
    `${file}: DATABASE_ULR is not a variable of Sayso; did you mean DATABASE_URL?`,
  )
  expect(env).toEqual({ HOME: '/root' })
})

test('loadEnvFile() takes nothing of a file with a line that sets nothing, and says which it is', async () => {
  await writeFile(file, '# of the bot\n\nSAYSO_LOG: info\nREDIS_URL=redis://h\nsecret\n')
  const env = {}
  expect(() => loadEnvFile(file, env)).toThrow(
    `${file}: line 3 is neither NAME=value nor a comment that begins with "#"\n${file}: line 5 is`,
  )
  expect(env).toEqual({})
})

test('loadEnvFile() takes values in quotes over several lines, and what a shell exports', async () => {
  await writeFile(
    file,
    'export SAYSO_LOG=info\r\nREDIS_URL="redis://h\nand more"  # both\nSAYSO_PEOPLE = people.yaml\n',
  )
  const env = {}
  loadEnvFile(file, env)
  expect(env).toEqual({ SAYSO_LOG: 'info', REDIS_URL: 'redis://h\nand more', SAYSO_PEOPLE: 'people.yaml' })
})

test('loadEnvFile() takes what is not set yet, also not to nothing', async () => {
  await writeFile(file, 'DATABASE_URL="postgresql://h/d"\nREDIS_URL=redis://h\nSAYSO_LOG=info # for now\n')
  const env = { DATABASE_URL: 'postgresql://other/d', REDIS_URL: '' }
  loadEnvFile(file, env)
  expect(env).toEqual({ DATABASE_URL: 'postgresql://other/d', REDIS_URL: '', SAYSO_LOG: 'info' })
})

test('explainSystemError() is a sentence for what an operator can mend, and nothing for a defect', async () => {
  await writeFile(file, '')
  const error = await mkdir(path.join(file, 'data'), { recursive: true }).catch((cause: unknown) => cause)
  expect(explainSystemError(error)).toBe(
    `${path.join(file, 'data')} cannot be made: a part of its path is a file, not a folder (ENOTDIR). ` +
      'Fix that, or name another place (for the data folder: --data or SAYSO_DATA).',
  )
  const full = Object.assign(new Error('could not extend file'), { severity: 'ERROR', code: '53100' })
  expect(explainSystemError(full)).toBe(
    'Postgres cannot do its work: its disk is full (53100). Fix that, then try again: what was stored before is intact.',
  )
  expect(explainSystemError(new TypeError('x is not a function'))).toBeNull()
  expect(explainSystemError(Object.assign(new Error('gone'), { code: 'ENOENT', path: '/x' }))).toBeNull()
})

test('loadEnvFile() reads a file that begins with a byte order mark, as editors on Windows write it', async () => {
  await writeFile(file, '\uFEFFSAYSO_LOG=info\r\nHTTP_PORT=9464\r\n')
  const env = {}
  loadEnvFile(file, env)
  expect(env).toEqual({ SAYSO_LOG: 'info', HTTP_PORT: '9464' })
})

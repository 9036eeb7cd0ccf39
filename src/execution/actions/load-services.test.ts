import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadServices } from './load-services.ts'

let dir: string

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'sayso-services-'))
})

afterAll(() => rm(dir, { recursive: true, force: true }))

async function write(text: string): Promise<string> {
  const file = path.join(dir, 'services.yaml')
  await writeFile(file, text)
  return file
}

test('loadServices() reads services with their headers', async () => {
  const file = await write(
    'services:\n  shipping: { baseUrl: "https://parcels.example.com", headers: { X-Key: abc } }\n',
  )
  expect(await loadServices(file)).toEqual({
    shipping: { baseUrl: 'https://parcels.example.com', headers: { 'X-Key': 'abc' } },
  })
})

test('loadServices() says where the file is not understood', async () => {
  const file = await write('services:\n  shipping: { baseURL: "https://parcels.example.com" }\n')
  await expect(loadServices(file)).rejects.toThrow(/services\.yaml:2:15: unknown key "baseURL"/u)
})

test('loadServices() says what to do when there is no such file', async () => {
  await expect(loadServices(path.join(dir, 'none.yaml'))).rejects.toThrow(/SAYSO_SERVICES/u)
})

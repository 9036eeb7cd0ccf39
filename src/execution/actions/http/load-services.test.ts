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

test.each([
  [
    'shipping: { baseUrl: parcels }',
    '2:24: the service "shipping": its baseUrl is not a URL that begins with https://',
  ],
  [
    'shipping: { baseUrl: "ftp://x.example", allowPrivate: true }',
    '2:24: the service "shipping": its baseUrl must begin with https:// or http://',
  ],
  [
    'shipping: { baseUrl: "http://x.example" }',
    '2:24: the service "shipping": its baseUrl must begin with https://; http:// needs allowPrivate: true beside it',
  ],
  [
    'Shipping: { baseUrl: "https://x.example" }',
    '2:3: the service "Shipping": its name may contain only small letters',
  ],
])('loadServices() says at its place what is wrong with %s', async (service, expected) => {
  const file = await write(`services:\n  ${service}\n`)
  await expect(loadServices(file)).rejects.toThrow(`services.yaml:${expected}`)
})

test('loadServices() never shows a line that may hold a password', async () => {
  const file = await write('services:\n  shipping: { baseUrl: "https://user:hunter2@x.example" }\n')
  await expect(loadServices(file)).rejects.toThrow(/2:24: the service "shipping": its baseUrl contains a password/u)
  await expect(loadServices(file)).rejects.not.toThrow(/hunter2/u)
})

test('loadServices() says what to do when there is no such file', async () => {
  await expect(loadServices(path.join(dir, 'none.yaml'))).rejects.toThrow(/SAYSO_SERVICES/u)
})

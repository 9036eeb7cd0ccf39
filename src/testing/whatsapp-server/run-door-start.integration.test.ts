/** How the server behind the door starts, and what whoever opens the door is told when it cannot. */
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../ledger/embedded/postgres-port.ts'
import { hostFile } from './door-lines.ts'
import { runDoor } from './run-door.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayso-door-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const door = (people: string | null) =>
  runDoor({ dataDir, people, input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() })

test('a people file that is wrong is refused with its place and reason, and nothing is started', async () => {
  const people = path.join(dataDir, 'people.yaml')
  await writeFile(people, 'people: [{ phone: "+5511990000001", roles: [] }]')
  await expect(door(people)).rejects.toThrow('people.yaml:1:10: "name" is missing')
  expect(await readdir(dataDir)).toEqual(['people.yaml'])
})

test('a server that cannot start says why', async () => {
  // Where its file should be is a folder.
  await mkdir(path.join(dataDir, hostFile))
  await expect(door(null)).rejects.toThrow(/ended with 1:[^]*EISDIR/u)
})

test('a server that has died is started again, and its file is no hindrance', async () => {
  await writeFile(path.join(dataDir, hostFile), JSON.stringify({ port: await freePort() }))
  const input = new PassThrough()
  const ended = runDoor({ dataDir, people: null, input, output: new PassThrough(), errors: new PassThrough() })
  await expect.poll(() => readdir(dataDir)).toContain('door-host.log')
  input.end()
  await ended
  const { port } = JSON.parse(await readFile(path.join(dataDir, hostFile), 'utf8')) as { readonly port: number }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
})

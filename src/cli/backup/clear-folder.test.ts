import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLeftFolders, inClearFolder, removeLeftFolders } from './clear-folder.ts'
import { Interrupted } from '../stop-signal.ts'

const dead = 2_147_483_647

let dir: string

beforeEach(async () => void (dir = await mkdtemp(path.join(tmpdir(), 'sayso-clear-'))))
afterEach(() => rm(dir, { recursive: true }))

test('inClearFolder() removes its folder when the work is over, has failed, or was interrupted and has ended', async () => {
  const folders: string[] = []
  expect(await inClearFolder({ restoreIn: dir }, async (folder) => folders.push(folder))).toBe(1)
  const failing = inClearFolder({ restoreIn: dir }, async () => Promise.reject(new Error('failed')))
  await expect(failing).rejects.toThrow('failed')
  let late = false
  const interrupted = inClearFolder({ restoreIn: dir }, async (folder, signal) => {
    await writeFile(path.join(folder, 'clear'), 'text')
    process.emit('SIGTERM', 'SIGTERM')
    if (!signal.aborted) await once(signal, 'abort')
    // What was being written is there after the signal, and goes all the same.
    await writeFile(path.join(folder, 'later'), 'text')
    late = existsSync(folder)
  })
  await expect(interrupted).rejects.toThrow(Interrupted)
  expect(late).toBe(true)
  expect(await readdir(dir)).toEqual([])
})

test('what a dead process of this machine has left is removed; another’s only when it is older than any backup takes', async () => {
  const file = path.join(dir, 'backup.tar.gz')
  let [restored, packed] = ['', '']
  await inClearFolder({ restoreIn: dir }, async (folder) => void (restored = path.basename(folder)))
  await inClearFolder({ backupTo: file }, async (folder) => void (packed = path.basename(folder)))
  const ofDead = [restored, packed, `${packed}.tar.gz`].map((name) => name.replace(`-${process.pid}-`, `-${dead}-`))
  const ofAnother = ofDead.map((name) => name.replace(/[0-9a-f]{8}-(?=\d)/u, '00000000-'))
  const others = ['backup.tar.gz', 'restore-backup', `my-${ofDead[0]}`, `${ofDead[1]}.kept`]
  for (const name of [restored, ...ofDead, ...ofAnother, ...others]) await mkdir(path.join(dir, name))
  expect((await findLeftFolders(dir)).toSorted()).toEqual(ofDead.toSorted())
  await removeLeftFolders(dir)
  expect((await readdir(dir)).toSorted()).toEqual([restored, ...ofAnother, ...others].toSorted())
  const before = new Date(Date.now() - 25 * 60 * 60_000)
  for (const name of ofAnother) await utimes(path.join(dir, name), before, before)
  await inClearFolder({ backupTo: path.join(dir, 'next.tar.gz') }, async () => undefined)
  expect((await readdir(dir)).toSorted()).toEqual([restored, ...others].toSorted())
})

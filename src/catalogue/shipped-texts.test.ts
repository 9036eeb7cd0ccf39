import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadCatalogue } from './load-catalogue.ts'
import { withSample } from './sample-catalogue.ts'

const shippedLocalesDir = fileURLToPath(new URL('../../locales', import.meta.url))

test('a catalogue that was made for an earlier version says its own texts, and the rest as Sayso does', async () => {
  const [own, filled] = await withSample({}, async (sources) => [
    await loadCatalogue({ ...sources, shippedLocalesDir: sources.localesDir }),
    await loadCatalogue({ ...sources, shippedLocalesDir }),
  ])
  const [before, after] = [own?.locales.get('en'), filled?.locales.get('en')]
  expect(before?.messages).toEqual({ hello: 'Hello {name}' })
  expect(after?.messages).toMatchObject({ hello: 'Hello {name}', undo_nothing: expect.stringContaining('undo') })
  expect(after?.words).toMatchObject({ yes: ['yes'], thanks: expect.arrayContaining(['thanks']) })
})

test('what a later version says is another version of the catalogue', async () => {
  const versions = await withSample({}, async (sources) => {
    const versionWith = async (locales: string) =>
      (await loadCatalogue({ ...sources, shippedLocalesDir: locales })).version
    const later = await mkdtemp(path.join(tmpdir(), 'sayso-shipped-'))
    await cp(shippedLocalesDir, later, { recursive: true })
    const same = await versionWith(later)
    await appendFile(path.join(later, 'en', 'messages.yaml'), '\n  said_later: "Said later"\n')
    const changed = await versionWith(later)
    await rm(later, { recursive: true })
    return { first: await versionWith(shippedLocalesDir), same, changed }
  })
  expect(versions.same).toBe(versions.first)
  expect(versions.changed).not.toBe(versions.first)
})

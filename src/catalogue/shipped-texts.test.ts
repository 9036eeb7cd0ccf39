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

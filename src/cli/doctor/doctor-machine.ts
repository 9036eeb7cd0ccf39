import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { CatalogueReading } from '../../catalogue/load-catalogue.ts'
import type { Config, VoiceConfig } from '../../config.ts'
import { errorMessage } from '../../error-message.ts'
import { describeVoice } from '../../voice/describe-voice.ts'
import { findFfmpeg } from '../../voice/audio/find-ffmpeg.ts'
import { listModels } from '../../voice/models/model-store.ts'
import type { Finding } from './doctor-finding.ts'

const leastNode = 24
const gib = 2 ** 30
/** Below the first, Postgres may soon stop; below the second, it is time to look, in GiB. */
const leastFree = { bad: 0.25, warn: 2 }
const ffmpegWithinMs = 10_000
const speechWithinMs = 5000

/** The version of Node that runs this. */
export function findNode(version: string = process.versions.node): Finding {
  const what = 'Node'
  if (Number.parseInt(version, 10) >= leastNode) return { what, state: 'ok', says: version }
  const cure = 'Start Sayso with `npm start` or `npm exec -- sayso`: the right Node comes with its packages.'
  return { what, state: 'bad', says: `${version}; Sayso needs ${leastNode} or later`, cure }
}

/** What is free where the data folder lies, or will lie. */
export async function findDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<readonly Finding[]> {
  const { bavail, bsize } = await statfs(nearestFolder(dataDir))
  const free = (bavail * bsize) / gib
  const says = `${free.toFixed(1)} GiB free for ${dataDir}`
  if (free >= leastFree.warn) return [{ what: 'Disk', state: 'ok', says }]
  const state = free < leastFree.bad ? 'bad' : 'warn'
  return [{ what: 'Disk', state, says, cure: 'Free some space, or move the data folder and name it in SAYSO_DATA.' }]
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder))
}

/** ffmpeg, without which no voice note can be read. */
export async function findFfmpegProgram({ voice }: Pick<Config, 'voice'>): Promise<readonly Finding[]> {
  const what = 'ffmpeg'
  if (voice.speech === 'off') return [{ what, state: 'ok', says: 'not needed (SPEECH=off)' }]
  const program = await findFfmpeg()
  const { stdout } = await promisify(execFile)(program, ['-hide_banner', '-decoders'], { timeout: ffmpegWithinMs })
  if (/\bopus\b/u.test(stdout)) return [{ what, state: 'ok', says: program }]
  return [{ what, state: 'bad', says: `${program} cannot decode Opus`, cure: 'Install an ffmpeg that has Opus.' }]
}

/** Who hears voice notes, and whether a service lets us in. */
export async function findSpeech({ voice, dataDir }: Pick<Config, 'voice' | 'dataDir'>): Promise<readonly Finding[]> {
  const what = 'Speech'
  const says = await describeVoice(voice, dataDir)
  if (voice.speech === 'off') return [{ what, state: 'ok', says }]
  const usesService = voice.openai !== null && voice.speech !== 'local'
  const refusal = voice.openai !== null && usesService ? await refusalOf(voice.openai) : null
  if (refusal !== null)
    return [
      { what, state: 'bad', says: refusal, cure: 'Correct OPENAI_BASE_URL or OPENAI_API_KEY, or set SPEECH=local.' },
    ]
  const heard = usesService || (await hasModel(voice, dataDir))
  if (heard) return [{ what, state: 'ok', says }]
  const state = voice.speech === 'local' ? 'bad' : 'warn'
  return [{ what, state, says, cure: 'sayso speech install; or set SPEECH=off if you do not want voice notes.' }]
}

async function hasModel({ speech, model }: VoiceConfig, dataDir: string): Promise<boolean> {
  const installed = await listModels(dataDir)
  return speech === 'local' && model !== null ? installed.some(({ name }) => name === model) : installed.length > 0
}

/** Why the service will hear nothing; `null` when it answers. Not every server lists its models, so a 404 is an answer too. */
async function refusalOf({ baseUrl, apiKey }: NonNullable<VoiceConfig['openai']>): Promise<string | null> {
  const base = (baseUrl ?? 'https://api.openai.com/v1').replace(/\/$/u, '')
  const { host } = new URL(base)
  try {
    const { status } = await fetch(`${base}/models`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(speechWithinMs),
    })
    return status === 401 || status === 403 || status >= 500 ? `${host} answers with status ${status}` : null
  } catch (error) {
    return `${host} cannot be reached: ${errorMessage(error)}`
  }
}

/** The files in commands/ and locales/, as a start judges them. */
export function findCatalogue({
  folder,
  catalogue,
  problems,
}: CatalogueReading & { readonly folder: string }): readonly Finding[] {
  const languages = [...catalogue.locales.keys()].join(', ')
  const [first] = problems
  const locales: Finding =
    catalogue.locales.size > 0
      ? { what: 'Locales', state: 'ok', says: languages }
      : {
          what: 'Locales',
          state: 'bad',
          says: `none in ${path.join(folder, 'locales')}`,
          cure: 'Name the folder in SAYSO_CATALOGUE.',
        }
  if (first === undefined)
    return [{ what: 'Catalogue', state: 'ok', says: `${catalogue.commands.size} commands in ${folder}` }, locales]
  const more = problems.length === 1 ? '' : `, and ${problems.length - 1} more`
  const cure = `sayso catalogue lint --dir ${folder}`
  return [
    { what: 'Catalogue', state: 'bad', says: `${first.file}:${first.line}: ${first.message}${more}`, cure },
    locales,
  ]
}

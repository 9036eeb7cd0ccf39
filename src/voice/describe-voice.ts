import type { VoiceConfig } from '../config.ts'
import { listModels } from './models/model-store.ts'
import { defaultApiModel, offeredModels } from './models/speech-models.ts'

/** How voice notes are heard, or how that is switched on: one line for whoever starts Sayso. */
export async function describeVoice(
  { speech, model, openai }: Pick<VoiceConfig, 'speech' | 'model' | 'openai'>,
  dataDir: string,
): Promise<string> {
  if (speech === 'off') return 'notes are not transcribed (SPEECH=off)'
  const heardBy: string[] = []
  if (openai !== null && speech !== 'local') {
    const host = openai.baseUrl === null ? 'OpenAI' : new URL(openai.baseUrl).host
    heardBy.push(`${model ?? defaultApiModel} at ${host}`)
  }
  const installed = speech === 'openai' ? [] : await listModels(dataDir)
  for (const { name, languages } of installed) {
    if (speech === 'local' && model !== null && name !== model) continue
    heardBy.push(`${name} on this machine${languages.length === 0 ? '' : ` (${languages.join(', ')})`}`)
  }
  if (heardBy.length > 0) return `notes transcribed by ${heardBy.join(', then ')}`
  if (speech === 'local' && model !== null) {
    const cure = offeredModels.some(({ name }) => name === model)
      ? `sayso speech install ${model}`
      : 'sayso speech list'
    return `notes are not transcribed: there is no model ${model} (SPEECH_MODEL) on this machine; \`${cure}\` ${cure.endsWith('list') ? 'shows what there is' : 'installs it'}`
  }
  const [first] = offeredModels
  const fetched = `\`sayso speech install\` (${first?.megabytes ?? 0} MB, English)`
  return speech === 'local'
    ? `notes are not transcribed yet: ${fetched} installs a model`
    : `notes are not transcribed yet: ${fetched} or OPENAI_API_KEY switches it on`
}

import type { VoiceConfig } from '../../config.ts'
import { offeredModels, type OfferedModel } from './speech-models.ts'

/** Of the models that know nearly every language: small enough for any machine, and better than the smallest. */
const forOtherLanguages = 'whisper-base'

/**
 * What to run so that notes in a language, a locale ("pt-BR"), are heard on this machine; `null` where no model helps, because notes are
 * not to be heard here, or by something else.
 */
export function installCommand(
  { speech, model }: Pick<VoiceConfig, 'speech' | 'model'>,
  language: string,
): string | null {
  if (speech === 'off' || speech === 'openai') return null
  // The one that was named is the only one that is heard with.
  if (speech === 'local' && model !== null) {
    const named = offeredModels.find(({ name }) => name === model)
    return named !== undefined && speaks(named, language) ? `sayso speech install ${model}` : null
  }
  const [first] = offeredModels
  return first !== undefined && speaks(first, language)
    ? 'sayso speech install'
    : `sayso speech install ${forOtherLanguages}`
}

function speaks({ languages }: OfferedModel, language: string): boolean {
  return languages.length === 0 || languages.includes(language.split('-')[0] ?? '')
}

/** The voice of one bot: chooses its engines, hears a few notes at a time, and speaks when it was asked to. */
import type { Catalogue } from '../catalogue/catalogue.ts'
import { assertNever } from '../errors.ts'
import { createPlaces } from '../places.ts'
import { createGrammarEars } from './ear/grammar-ears.ts'
import { createLocalEngine } from './engines/local-engine.ts'
import { listModels, type InstalledModel } from './models/model-store.ts'
import { createOpenAiEngine, type OpenAiAccess } from './engines/openai-engine.ts'
import { hearNote } from './hear-note.ts'
import { installCommand } from './models/install-command.ts'
import type { LikelyNames } from './ear/names.ts'
import { createSpeaker, type Speaker } from './engines/speak.ts'
import type { SpeechEngine } from './engines/speech-engine.ts'
import { defaultApiModel } from './models/speech-models.ts'
import type { Hearing } from './engines/transcript.ts'
import { notesAtATime } from './audio/voice-limits.ts'
import { createVocabularies } from './engines/vocabulary.ts'

export type VoiceSettings = {
  readonly dataDir: string
  /** Which engines are used; `auto`: the API where one is named, then what is installed. */
  readonly speech: 'auto' | 'openai' | 'local' | 'off'
  /** The API's model, or the local one with `speech: local`; `null`: `defaultApiModel`, the best local one. */
  readonly model: string | null
  /** `null`: no API is named. */
  readonly openai: OpenAiAccess | null
  /** Whether replies are also spoken, by which model and voice. */
  readonly reply: { readonly model: string; readonly voice: string } | null
}

export type Voice = {
  /** What was said in a note; never throws. Language and names are those that the person may use. */
  readonly hear: (file: string, language: string, names?: LikelyNames) => Promise<Hearing>
  /** Whether any engine hears a language, a locale ("pt-BR"), while it works. */
  readonly understands: (language: string) => Promise<boolean>
  /** `null` unless replies are spoken. */
  readonly speaker: Speaker | null
  /** What can be heard with now, for people: "openai whisper-1"; empty when voice is off. */
  readonly engines: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

export async function openVoice(
  settings: VoiceSettings,
  {
    catalogue,
    onTrouble,
    onEarTrouble,
  }: {
    readonly catalogue: Catalogue
    readonly onTrouble: (what: string, error: unknown) => void
    /** A note is heard without the ear that is told what to expect. */
    readonly onEarTrouble: (error: unknown) => void
  },
): Promise<Voice> {
  const { openai, reply } = settings
  const choice = createEngines(settings)
  const free = createPlaces(notesAtATime)
  const ears = createGrammarEars(catalogue, onEarTrouble)
  const vocabularyOf = createVocabularies(catalogue, ears)

  async function hear(file: string, language: string, names?: LikelyNames): Promise<Hearing> {
    const leave = await free.take()
    try {
      const engines = await choice.now()
      if (!engines.some((engine) => engine.speaks(language))) return cannotHear(settings, engines, language)
      const vocabulary = { ...vocabularyOf(language), ...(names === undefined ? {} : { names }) }
      return await hearNote(file, { engines, language, vocabulary, onTrouble })
    } catch (error) {
      onTrouble('voice', error)
      return { kind: 'unheard', why: 'engine_down' }
    } finally {
      leave()
    }
  }

  return {
    hear,
    understands: async (language) => (await choice.now()).some((engine) => engine.speaks(language)),
    speaker: openai === null || reply === null ? null : createSpeaker({ access: openai, ...reply }),
    engines: async () => (await choice.now()).map(({ name, model }) => `${name} ${model}`),
    close: async () => {
      await Promise.all([...choice.made(), ears].map((each) => each.close()))
    },
  }
}

/** Nothing here hears the language. */
function cannotHear(settings: VoiceSettings, engines: readonly SpeechEngine[], language: string): Hearing {
  if (settings.speech === 'off') return { kind: 'unheard', why: 'off' }
  const cure = installCommand(settings, language)
  const why = engines.length === 0 ? 'no_engine' : 'language'
  return { kind: 'unheard', why, ...(cure === null ? {} : { cure }) }
}

type Engines = {
  /** Those of this moment, in the order in which they are tried. */
  readonly now: () => Promise<readonly SpeechEngine[]>
  /** All that there ever were. */
  readonly made: () => readonly SpeechEngine[]
}

/** The engines of a bot. Models are installed and taken away while it runs, so each note is heard with those that are there. */
function createEngines(settings: VoiceSettings): Engines {
  const { openai, model } = settings
  const remote = openai === null ? [] : [createOpenAiEngine({ access: openai, model: model ?? defaultApiModel })]
  const local = new Map<string, SpeechEngine>()
  const engineOf = (installed: InstalledModel): SpeechEngine => {
    const engine = local.get(installed.folder) ?? createLocalEngine({ model: installed })
    local.set(installed.folder, engine)
    return engine
  }
  return {
    now: async () => chooseEngines(settings, remote, (await listModels(settings.dataDir)).map(engineOf)),
    made: () => [...remote, ...local.values()],
  }
}

function chooseEngines(
  { speech, model }: VoiceSettings,
  remote: readonly SpeechEngine[],
  local: readonly SpeechEngine[],
): readonly SpeechEngine[] {
  switch (speech) {
    case 'off':
      return []
    case 'openai':
      return remote
    case 'local':
      return model === null ? local : local.filter((engine) => engine.model === model)
    case 'auto':
      return [...remote, ...local]
    default:
      return assertNever(speech)
  }
}

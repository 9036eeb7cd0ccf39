import type { LikelyWords } from '../voice/engines/speech-engine.ts'

/** Where anything may be said. */
export const noVocabulary: LikelyWords = { prompt: '', knows: () => true, mend: () => null }

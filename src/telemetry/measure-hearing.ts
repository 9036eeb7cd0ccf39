import type { Hearing } from '../voice/engines/transcript.ts'
import { secondsSince } from './measure-steps.ts'
import type { Meter } from './meter.ts'

/** Times how long a voice note took to be heard, and what came of it. */
export async function measureHearing({ voice }: Pick<Meter, 'voice'>, hear: () => Promise<Hearing>): Promise<Hearing> {
  const begun = performance.now()
  const hearing = await hear()
  voice(hearing.kind === 'heard' ? 'heard' : hearing.why, secondsSince(begun))
  return hearing
}

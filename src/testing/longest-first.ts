import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files whose tests take longest, for they start many processes or hear much: begun last, they would leave one processor idle. */
const longest = [
  'testing/fresh-machine',
  'cli/catalogue/authoring',
  'channel/whatsapp/random-kills',
  'turns/voice',
  'turns/kills',
  'turns/voice-whatsapp',
  'dispatch/redis-kills',
  'voice/hear-note',
  'turns/voice-kills',
  'cli/doctor/doctor',
  'cli/run',
  'cli/secret',
  'channel/whatsapp/takeover',
  'testing/whatsapp-server/run-door',
].map((name) => `/src/${name}.integration.test.ts`)

/** The order of the files of a run that nobody has measured yet, as on a fresh clone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's, which gives a new list
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = longest.findIndex((name) => moduleId.endsWith(name))
  return at < 0 ? longest.length : at
}

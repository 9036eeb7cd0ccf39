/** What every subcommand has in common, asked of the real command line. */
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runSayso } from '../testing/run-sayso.ts'

async function names(): Promise<readonly string[]> {
  const { out } = await runSayso(['--help'])
  return [...out.matchAll(/^ {2}([a-z]+) +\S/gmu)].map(([, name = '']) => name)
}

test('every subcommand explains itself, with examples, without opening anything', { timeout: 120_000 }, async () => {
  const known = await names()
  expect(known).toEqual(expect.arrayContaining(['start', 'run', 'people', 'link', 'backup', 'restore', 'doctor']))
  for (const name of known) {
    const { code, out, err } = await runSayso([name, '--help'])
    expect({ name, code, err }).toEqual({ name, code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage: sayso ${name}`, 'u'))
    expect(out).toMatch(new RegExp(`^Examples:\\n {2}.*sayso ${name}`, 'mu'))
  }
})

test('--version and -V print the version of package.json alone', { timeout: 60_000 }, async () => {
  const printed = await Promise.all([runSayso(['--version']), runSayso(['-V'])])
  const version = { code: 0, out: `${manifest.version}\n`, err: '' }
  expect(printed).toEqual([version, version])
})

test(
  'what is not understood is told on standard error with what there is, and exits with 2',
  { timeout: 60_000 },
  async () => {
    // What every object has is no subcommand either.
    for (const name of ['dance', 'constructor']) {
      const unknown = await runSayso([name])
      expect(unknown).toMatchObject({ code: 2, out: '' })
      expect(unknown.err).toContain(`sayso has no subcommand "${name}"`)
      expect(unknown.err).toContain('  doctor ')
    }
    const option = await runSayso(['doctor', '--loud'])
    expect(option).toMatchObject({ code: 2, out: '' })
    expect(option.err).toContain('Usage: sayso doctor')
  },
)

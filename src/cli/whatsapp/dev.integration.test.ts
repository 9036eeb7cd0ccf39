/** `sayso dev whatsapp-server` as people start it: a bot of its own, linked over the real protocol, and a phone to type on. */
import { expect, test } from 'vitest'
import { runSaysoHere } from '../../testing/processes/run-sayso-here.ts'
import { startSaysoProcess } from '../../testing/processes/sayso-process.ts'
import { createTestInstallation } from '../../testing/installations/test-installation.ts'

test('what is typed is answered by a bot that was linked for it, and /quit ends both', async ({ onTestFinished }) => {
  const { dir, people, env, phone, rows, close } = await createTestInstallation()
  onTestFinished(close)
  const args = ['dev', 'whatsapp-server', '--data', dir, '--people', people, '--as', phone(1)]
  const talk = startSaysoProcess(args, env)
  onTestFinished(talk.kill)
  await talk.heard(/is connected/u)
  talk.type('status of order 204')
  await talk.heard(/Bot → [^]*Order 204/u)
  expect(await rows('select distinct value from identities')).toEqual([{ value: phone(1) }])
  talk.type('/quit')
  expect(await talk.ended).toEqual({ code: 0, signal: null })
  // Its bot has let go of the number.
  expect(await rows('select owner from whatsapp_accounts where until > now()')).toEqual([])
})

test.each([
  [['--alone'], /leave out --json/u],
  [['--as', '+5511990000001'], /leave out --as/u],
])('--json with %j, which it has no use for, is refused before anything is started', async (args, told) => {
  const { code, out, err } = await runSaysoHere(['dev', 'whatsapp-server', '--json', ...args])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(told)
})

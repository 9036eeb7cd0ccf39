import { expect, test } from 'vitest'
import { runPostgresProgram } from './postgres-program.ts'
import { choosePostgresUser } from './postgres-user.ts'

test('runPostgresProgram() keeps from a program what a terminal tells its own: Ctrl-C ends Sayso, in its own time', async () => {
  const leadsItsGroup = 'set -- $(cat /proc/$$/stat); test "$5" = "$1"'
  const running = runPostgresProgram(await choosePostgresUser(), '/bin/sh', ['-c', leadsItsGroup])
  await expect(running).resolves.toBeUndefined()
})

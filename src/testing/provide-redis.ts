/** Run before the tests: puts redis-server on the machine when it is not there. Says nothing when it is. */
import { spawnSync } from 'node:child_process'

const present = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0
if (!present && process.getuid?.() === 0) install()
else if (!present) {
  console.error(
    'The tests need redis-server: install it (Debian: apt-get install redis-server, macOS: brew install redis).',
  )
  process.exitCode = 1
}

function install(): void {
  console.log('Installing redis-server for the tests')
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'redis-server']]) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], { encoding: 'utf8', env })
    if (status !== 0) {
      console.error(`apt-get ${args[0]} failed; install redis-server by hand.\n${stdout ?? ''}${stderr ?? ''}`)
      process.exitCode = 1
      return
    }
  }
}

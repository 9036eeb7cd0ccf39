import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const module = new URL('quiet-libsignal.ts', import.meta.url).href

test('the Signal library prints nothing, everybody else does, and after the release it does again', async () => {
  // The library says so itself when it meets a session of an older layout.
  const script = `
    import { createRequire } from 'node:module'
    import { quietLibsignal } from '${module}'
    const SessionRecord = createRequire('${import.meta.url}')('libsignal/src/session_record.js')
    const close = () => new SessionRecord().closeSession({ indexInfo: { closed: -1 }, secret: 'privKey' })
    const quiet = quietLibsignal()
    close()
    console.info('ours')
    quiet.release()
    close()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  const [ours, theirs] = stdout.split('\n')
  expect(ours).toBe('ours')
  expect(theirs).toContain('Closing session')
  expect(stdout.match(/privKey/gu)).toHaveLength(1)
})

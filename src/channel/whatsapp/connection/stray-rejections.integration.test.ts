import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const module = new URL('stray-rejections.ts', import.meta.url).href

/** What a process prints that catches stray rejections and then leaves this promise to itself. */
const printedBy = (rejection: string) => {
  const script = `
    import { aesDecryptGCM } from '@whiskeysockets/baileys'
    import { catchStrayRejections } from '${module}'
    catchStrayRejections(() => console.log('connection ended'))
    void (async () => { ${rejection} })()
    setTimeout(() => { console.log('alive'); process.exit() }, 100)`
  return run(process.execPath, ['--input-type=module', '--eval', script]).then(({ stdout }) => stdout)
}

test('a frame that cannot be decrypted ends the connection and not the process', async () => {
  const garbage = 'aesDecryptGCM(Buffer.alloc(40, 1), Buffer.alloc(32), Buffer.alloc(12), Buffer.alloc(0))'
  expect(await printedBy(garbage)).toBe('connection ended\nalive\n')
})

test('any other rejection that nobody handles ends the process', async () => {
  await expect(printedBy(`throw new Error('a defect of ours')`)).rejects.toThrow('a defect of ours')
})

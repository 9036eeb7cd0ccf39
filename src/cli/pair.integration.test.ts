/** `sayso pair` as a real process, against the loopback server. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestInstallation } from '../testing/test-installation.ts'
import { pairWhatsAppBot } from '../testing/whatsapp-bot.ts'
import { startWhatsAppServer } from '../testing/whatsapp-server/start-whatsapp-server.ts'

test(
  'a number is linked by what is shown, also where no picture of it can be kept',
  { timeout: 90_000 },
  async ({ onTestFinished }) => {
    const server = await startWhatsAppServer()
    onTestFinished(server.close)
    const installation = await createTestInstallation()
    onTestFinished(installation.close)
    await mkdir(path.join(installation.dir, 'pairing.png'))
    await pairWhatsAppBot({ installation, server })
    expect(await installation.rows('select phone from whatsapp_accounts')).toEqual([{ phone: server.phone.phone }])
  },
)

import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { startPlainClient } from '../whatsapp/start-plain-client.ts'
import { startWhatsAppServer } from './start-whatsapp-server.ts'
import { talkInTerminal } from './talk-in-terminal.ts'

test('what is typed reaches the bot as its phone would say it, and what the bot says is shown', async () => {
  const server = await startWhatsAppServer()
  const client = startPlainClient(server)
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  output.on('data', (chunk: Buffer) => (shown += stripVTControlCharacters(chunk.toString())))
  const said = () => client.news('message', ({ fromMe }) => !fromMe)
  const type = (line: string) => void input.write(`${line}\n`)
  const speaker = { phone: '+5511990000001', name: 'Ana' }
  const talk = talkInTerminal({ server, input, output, speaker, signal: new AbortController().signal })
  try {
    type(`/link ${(await client.news('qr')).qr}`)
    await client.news('open')
    type('cancel order 204')
    const first = await said()
    expect(first).toMatchObject({ jid: '5511990000001@s.whatsapp.net', message: { conversation: 'cancel order 204' } })

    await client.order({ kind: 'send', jid: first.jid, text: 'Confirm?' })
    await expect.poll(() => shown).toContain('Bot → Ana\nConfirm?')
    type('/reply yes')
    const quoted = { quotedMessage: { conversation: 'Confirm?' } }
    expect(await said()).toMatchObject({ message: { extendedTextMessage: { text: 'yes', contextInfo: quoted } } })

    type('/as +5511990000002 Bruno')
    type('/group shop')
    type('@bot status')
    const inGroup = await said()
    expect(inGroup).toMatchObject({ jid: 'shop@g.us', alt: '5511990000002@s.whatsapp.net' })
    expect(inGroup.message?.extendedTextMessage?.contextInfo?.mentionedJid).toEqual([server.phone.lid])

    type('/file /nowhere')
    await expect.poll(() => shown).toContain('no such file')
    type('/quit')
    await talk
  } finally {
    input.end()
    await client.stop()
    await server.close()
  }
})

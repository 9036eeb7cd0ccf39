/** A file has left the media server, and the bot asks the phone that sent it to upload it once more. */
import { hkdfSync, randomBytes } from 'node:crypto'
import { type BinaryNode, proto } from '@whiskeysockets/baileys'
import { sealGcm } from './aes-gcm.ts'
import { attr, child, node } from './node.ts'
import type { Network } from './network.ts'

const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType

export function uploadAgain({ sent, media, events, connection, account }: Network, receipt: BinaryNode): void {
  const id = attr(receipt, 'id')
  const file = sent.get(id)?.file
  const rmr = child(receipt, 'rmr')
  events.push({ kind: 'reupload', id })
  if (media.phones() === 'off') return
  const head = { id, from: account.phone.pn, type: 'mediaretry', t: String(Math.floor(Date.now() / 1000)) }
  const chat = node('rmr', { jid: rmr?.attrs['jid'], from_me: 'false', participant: rmr?.attrs['participant'] })
  if (file === undefined) {
    connection()?.send(node('notification', head, [chat, node('error', { code: String(NOT_FOUND) })]))
    return
  }
  const answer = proto.MediaRetryNotification.encode({
    stanzaId: id,
    directPath: media.store(file.blob),
    result: SUCCESS,
  }).finish()
  const key = Buffer.from(hkdfSync('sha256', file.mediaKey, '', 'WhatsApp Media Retry Notification', 32))
  const iv = randomBytes(12)
  const sealed = sealGcm(answer, key, iv, Buffer.from(id))
  connection()?.send(
    node('notification', head, [chat, node('encrypt', {}, [node('enc_p', {}, sealed), node('enc_iv', {}, iv)])]),
  )
}

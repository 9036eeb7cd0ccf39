/** What the bot's own phone does to link a device: it vouches for the device's identity, and checks that it does likewise. */
import { createHmac } from 'node:crypto'
import { proto, WA_ADV_ACCOUNT_SIG_PREFIX, WA_ADV_DEVICE_SIG_PREFIX } from '@whiskeysockets/baileys'
import { verifySignature } from 'whatsapp-rust-bridge'
import type { Connection } from './connection.ts'
import { rawKey, typedKey } from './curve.ts'
import { child, childBytes, node } from './node.ts'
import type { Network } from './network.ts'

/** What identifies the device that wants to be linked. */
export type Companion = {
  readonly identity: Uint8Array
  /** The secret that only the device and who saw its code know. */
  readonly advSecret: Uint8Array
}

/** Reads the text of a QR code: `https://wa.me/settings/linked_devices#ref,noise key,identity,secret,platform`. */
export function parseQr(qr: string): Companion & { readonly ref: string; readonly noiseKey: Buffer } {
  const [ref, noise, identity, secret] = qr.slice(qr.indexOf('#') + 1).split(',')
  if (!ref || !noise || !identity || !secret) throw new Error('This is not the text of a pairing code')
  return {
    ref,
    noiseKey: Buffer.from(noise, 'base64'),
    identity: Buffer.from(identity, 'base64'),
    advSecret: Buffer.from(secret, 'base64'),
  }
}

/** Links the device; then the server ends the stream with 515, and the device comes back with its number. */
export async function pairDevice(network: Network, connection: Connection, companion: Companion): Promise<void> {
  const { account, events } = network
  const { identity: phoneIdentity } = account.phone.signal
  const device = account.link()
  const details = proto.ADVDeviceIdentity.encode({
    rawId: device,
    timestamp: Math.floor(Date.now() / 1000),
    keyIndex: device,
  }).finish()
  const accountSignatureKey = rawKey(phoneIdentity.pubKey)
  const accountSignature = account.phone.signal.sign(
    Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, companion.identity]),
  )
  const signed = proto.ADVSignedDeviceIdentity.encode({ details, accountSignatureKey, accountSignature }).finish()
  const hmac = createHmac('sha256', companion.advSecret).update(signed).digest()

  const answer = await connection.ask(
    node('iq', { from: 's.whatsapp.net', type: 'set', xmlns: 'md' }, [
      node('pair-success', {}, [
        node('device-identity', {}, proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish()),
        node('biz', { name: account.phone.name }),
        node('platform', { name: 'android' }),
        node('device', { jid: account.jid('pn'), lid: account.jid('lid') }),
      ]),
    ]),
  )
  const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(
    childBytes(child(answer, 'pair-device-sign'), 'device-identity'),
  )
  const vouched = Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, companion.identity, accountSignatureKey])
  if (!deviceSignature || !verifySignature(typedKey(companion.identity), vouched, deviceSignature)) {
    account.unlink()
    throw new Error('The device did not sign its identity')
  }
  events.push({ kind: 'paired', device })
  connection.send(node('stream:error', { code: '515' }))
  connection.close()
}

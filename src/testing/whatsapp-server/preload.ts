/**
 * Points an unmodified client at the loopback server: `node --import ./preload.ts bot.ts`, with `LOOPBACK_WHATSAPP` as the
 * server gives it. The client keeps all its checks: it verifies this server's Noise chain and TLS certificate, each against
 * a root made for this one run.
 */
import tls from 'node:tls'
import { DEF_MEDIA_HOST, DEFAULT_CONNECTION_CONFIG, WA_CERT_DETAILS } from '@whiskeysockets/baileys'

const given = process.env['LOOPBACK_WHATSAPP']
if (given === undefined) throw new Error('LOOPBACK_WHATSAPP is not set: take it from the server that was started')
// Written by the server in start-whatsapp-server.ts.
const server = JSON.parse(given) as {
  readonly url: string
  readonly root: string
  readonly certificate: string
  readonly mediaHost: string
}
const fetchAnything = globalThis.fetch

DEFAULT_CONNECTION_CONFIG.waWebSocketUrl = server.url
WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(server.root, 'base64')
// A client that has not asked for the media servers yet takes this one for granted.
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (url.hostname !== DEF_MEDIA_HOST) return fetchAnything(input, init)
  return fetchAnything(`https://${server.mediaHost}${url.pathname}${url.search}`, init)
}
tls.setDefaultCACertificates([...tls.getCACertificates('default'), server.certificate])

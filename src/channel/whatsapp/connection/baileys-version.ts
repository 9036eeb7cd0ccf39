import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { TerminalError } from '../../../errors.ts'

/** Versions that were tried and refuse messages which a stranger forges as if they came from the library itself (CVE-2026-48063). */
const known: readonly string[] = ['7.0.0-rc14']

/**
 * Refuses a library that was not tried: without its guard anybody may put words into anybody's mouth.
 * @throws TerminalError `whatsapp_unusable`
 */
export function checkBaileysVersion(version: string = installedVersion()): void {
  if (known.includes(version)) return
  throw new TerminalError(
    'whatsapp_unusable',
    `@whiskeysockets/baileys ${version} is not a version that Sayso was tried with (${known.join(', ')}). Run npm ci to install that one.`,
  )
}

function installedVersion(): string {
  const file = createRequire(import.meta.url).resolve('@whiskeysockets/baileys/package.json')
  // A file that npm has written.
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
  return version
}

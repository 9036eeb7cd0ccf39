import { normalisePhone } from '../access/phone.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { readConfig } from '../config.ts'
import { UserError } from '../errors.ts'
import { whatsappAccount } from '../ledger/whatsapp/whatsapp-lease.ts'
import { pairedWhatsAppPhone } from '../ledger/whatsapp/whatsapp-keys.ts'
import { createUnderstanding } from '../understanding/create-understanding.ts'
import { configuredCatalogue } from './catalogue/catalogue-sources.ts'
import { commandText } from './command-text.ts'
import { requireInstallation } from './require-installation.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'
import type { Surroundings } from './surroundings.ts'
import { whenHere } from './when-here.ts'
import { withFoundation } from './with-foundation.ts'

/** Longer addresses do not survive every chat, mail and QR code. */
const longestLink = 2000

export const link: Subcommand = {
  help: `Usage: sayso link TOKEN [NAME=VALUE …] [--to PHONE] [--json] [--data DIR]

Prints a link for a web page, an e-mail or a QR code. It opens a chat with the bot in which the command is already typed; the person
sends it or not. A link gives no rights, and the command is previewed and confirmed like any other. The command and its values are
checked first; the bot asks for missing ones. Do not put secrets into a link.

  --to PHONE  the bot's number (default: the linked number, which is read from the ledger)
  --json      one JSON object
  --data DIR  the data folder

Examples:
  sayso link ORDER_STATUS id=204
  sayso link ADD_NOTE id=204 --to "+55 11 99000-0001"
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: { to: { type: 'string' }, data: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    if (positionals.length === 0)
      throw new UserError(
        'usage',
        'Which command? For example: sayso link ORDER_STATUS id=204. `sayso catalogue list` shows all commands',
      )
    if (values.to === undefined) {
      const config = readConfig(at.env, values)
      await requireInstallation(config)
      return withFoundation(config, at, async ({ catalogue, ledger }) => {
        const text = linkText(catalogue, positionals)
        const phone = await pairedWhatsAppPhone(ledger.db, whatsappAccount)
        if (phone === null)
          throw new UserError('usage', 'No number is linked. Link one with `sayso pair`, or name one with --to PHONE')
        show(linkTo(phone, text), values, at)
        return 0
      })
    }
    const phone = normalisePhone(values.to)
    if (phone === null)
      throw new UserError(
        'usage',
        `${values.to} is not a phone number with its country code, such as +55 11 99000-0001`,
      )
    const catalogue = await loadCatalogue((await configuredCatalogue(undefined, readConfig(at.env))).sources)
    show(linkTo(phone, linkText(catalogue, positionals)), values, at)
    return 0
  },
}

function show(address: string, { json }: { readonly json: boolean }, at: Surroundings): void {
  at.print(json ? JSON.stringify({ link: address }) : address)
}

/**
 * The link to a number, with a text.
 * @param phone E.164
 * @throws UserError `usage` when it is too long to be passed on
 */
export function linkTo(phone: string, text: string): string {
  const address = `https://wa.me/${phone.replace('+', '')}?text=${encodeURIComponent(text)}`
  if (address.length <= longestLink) return address
  throw new UserError(
    'usage',
    `The link has ${address.length} characters; links of more than ${longestLink} do not work everywhere`,
  )
}

function linkText(catalogue: Catalogue, words: readonly string[]): string {
  const { command, text, given } = commandText(catalogue, words, {
    understanding: createUnderstanding({ catalogue }),
    when: whenHere(),
    complete: false,
  })
  const secret = command.parameters.find(({ name, kind }) => kind === 'secret' && given.includes(name))
  if (secret === undefined) return text
  throw new UserError('usage', `${secret.name} is a secret. Leave it out; the bot asks for it in the chat`)
}

/** Puts tap-bot.ts between the bot's composition root and those who start it, in this process alone. */
import { registerHooks } from 'node:module'

const bot = new URL('../../bot.ts', import.meta.url).href
const tap = new URL('./tap-bot.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const resolved = next(specifier, context)
    return resolved.url === bot && context.parentURL !== tap ? { ...resolved, url: tap } : resolved
  },
})

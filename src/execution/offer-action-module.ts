/**
 * Makes `sayso/action` mean our own module wherever it is imported, so that a folder of actions may lie anywhere and needs no
 * installation of its own. It is the very module that judges what an action throws: an error of another copy would not count.
 */
import { registerHooks } from 'node:module'

const name = 'sayso/action'
const url = new URL('../action.ts', import.meta.url).href
let offered = false

/** Once per process; what is loaded afterwards finds it. */
export function offerActionModule(): void {
  if (offered) return
  offered = true
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === name ? { url, format: 'module-typescript', shortCircuit: true } : next(specifier, context),
  })
}

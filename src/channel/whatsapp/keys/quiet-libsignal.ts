/**
 * The Signal library prints sessions with their private keys on the console whenever it closes one. What comes from its files
 * is dropped; everybody else's console is as it was.
 */
const methods = ['log', 'info', 'warn', 'error'] as const

/** Silences it in this process until released. */
export function quietLibsignal(): { readonly release: () => void } {
  const original = methods.map((method) => [method, console[method]] as const)
  for (const [method, print] of original) {
    console[method] = (...args: unknown[]) => {
      if (!isLibsignal(new Error('whence').stack)) print.apply(console, args)
    }
  }
  return {
    release: () => {
      for (const [method, print] of original) console[method] = print
    },
  }
}

function isLibsignal(stack: string | undefined): boolean {
  return stack?.includes('/node_modules/libsignal/') === true
}

import type { Journal } from './journal.ts'

/**
 * A journal that knows whether it failed to store how a step failed. Such a step may go on even now, past its time, and nothing that is
 * stored keeps whoever takes the run up next from asking for it again.
 */
export function watchJournal(journal: Journal): Journal & { readonly mayGoOn: () => boolean } {
  let isUnstored = false
  return {
    read: journal.read,
    write: async (entry) => {
      try {
        await journal.write(entry)
      } catch (error) {
        isUnstored ||= entry.kind === 'failed'
        throw error
      }
    },
    mayGoOn: () => isUnstored,
  }
}

import type { Journal, JournalEntry } from './journal.ts'

/** A journal for runs that nobody resumes: reads. */
export function createMemoryJournal(entries: readonly JournalEntry[] = []): Journal {
  const newest = new Map<string, JournalEntry>(entries.map((entry) => [entry.step, entry]))
  return {
    read: async () => [...newest.values()],
    write: async (entry) => {
      newest.delete(entry.step)
      newest.set(entry.step, entry)
    },
  }
}

import type { Reply } from '../channel/reply.ts'

/** What only the person whom it was said to can answer, and has to. */
export function isAsking({ about }: Pick<Reply, 'about'>): boolean {
  return about === 'preview' || about === 'ask' || about === 'choose'
}

import type { Reply } from '../channel/reply.ts'

/** Whether a reply asks for something that only the person it is addressed to can answer, and has to. */
export function isAsking({ about }: Pick<Reply, 'about'>): boolean {
  return about === 'preview' || about === 'ask' || about === 'choose'
}

import type { Draft } from './session.ts'

/** The draft's words for its values, those of one parameter replaced; spread into the draft, for it may have none. */
export function withSaid(draft: Draft, parameter: string, words: string | undefined): Pick<Draft, 'said'> {
  const { [parameter]: _before, ...others } = draft.said ?? {}
  return { said: words === undefined ? others : { ...others, [parameter]: words } }
}

/**
 * A function of a text whose answer never changes and takes long to find: each answer is kept, so that it is found once.
 * For texts that are few and come again; when there are more than `most`, all are forgotten. What it throws is not kept.
 */
export function recall<Answer>(find: (text: string) => Answer, most = 1000): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found.answer
    const answer = find(text)
    if (known.size >= most) known.clear()
    known.set(text, { answer })
    return answer
  }
}

/** The same of a thing that stays as it is: an answer is kept for as long as the thing. */
export function recallFor<Thing extends WeakKey, Answer>(find: (thing: Thing) => Answer): (thing: Thing) => Answer {
  const known = new WeakMap<Thing, { readonly answer: Answer }>()
  return (thing) => {
    const found = known.get(thing) ?? { answer: find(thing) }
    known.set(thing, found)
    return found.answer
  }
}

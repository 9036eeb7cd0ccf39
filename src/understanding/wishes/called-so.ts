import type { Wish } from '../wish.ts'

/** The wish with a name in place of the stand-in, which may have been taken for an id behind its title; the name is none. */
export function calledSo({ byId = [], ...wish }: Wish, parameter: string, name: string): Wish {
  const ids = byId.filter((each) => each !== parameter)
  return { ...wish, args: { ...wish.args, [parameter]: name }, ...(ids.length > 0 && { byId: ids }) }
}

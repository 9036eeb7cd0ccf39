/**
 * A file of a catalogue of one's own stands over the one of the same name that comes with Sayso: what it does not say, that one says.
 * Both together are one source, so that whatever judges a file judges them as one, and what is wrong is told where it was written.
 */
import { isObject } from '../../json.ts'
import { memberOf } from './yaml-map.ts'
import type { YamlPath, YamlSource } from './yaml-source.ts'

/**
 * Lays a file over another one.
 * @param depth how many levels of maps are put together, key by key; what lies deeper is taken as a whole, as every list is
 */
export function layOver(own: YamlSource, base: YamlSource, depth: number): YamlSource {
  const layers = { own, base, depth }
  return {
    file: own.file,
    value: merged(own.value, base.value, depth),
    wasSound: own.wasSound === true && base.wasSound === true,
    layers,
    problemAt: (path, message, place) => layers[holderOf(path, layers)].problemAt(path, message, place),
  }
}

/** Whether what stands at a path comes with Sayso, and the catalogue does not say it itself. */
export function isInherited({ layers }: YamlSource, path: YamlPath): boolean {
  return layers !== undefined && holderOf(path, layers) === 'base'
}

/** The file that has to say what nobody says: the catalogue's own, for nobody mends Sayso's. */
export function ownerOf(source: YamlSource): YamlSource {
  return source.layers?.own ?? source
}

/** An empty file says nothing, which is not the same as saying something wrong. */
function merged(own: unknown, base: unknown, depth: number): unknown {
  if (own === undefined || own === null) return base ?? own
  if (depth === 0 || !isObject(own) || !isObject(base)) return own
  const names = new Set([...Object.keys(base), ...Object.keys(own)])
  return Object.fromEntries(
    [...names].map((name) => [name, merged(memberOf(own, name), memberOf(base, name), depth - 1)]),
  )
}

/** Which of the two said what stands at a path; where neither did, the one that would have to. */
function holderOf(path: YamlPath, { own, base, depth }: NonNullable<YamlSource['layers']>): 'own' | 'base' {
  let [mine, theirs] = [own.value, base.value]
  for (const name of path.slice(0, depth)) {
    if (!isObject(mine) || !isObject(theirs)) break
    ;[mine, theirs] = [memberOf(mine, String(name)), memberOf(theirs, String(name))]
  }
  const isSilent = mine === undefined || mine === null
  return isSilent && theirs !== undefined ? 'base' : 'own'
}

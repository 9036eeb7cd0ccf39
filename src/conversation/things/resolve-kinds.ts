/** Values that are more than a text: structured ones, files and secrets (UJG 10, `kind`). */
import type { Parameter } from '../../catalogue/catalogue.ts'
import { extensionOf } from '../../envelope/file-reference.ts'
import type { ArgumentProblem } from '../../envelope/normalise-argument.ts'
import type { SecretReference } from '../../envelope/secret-reference.ts'
import { readStructured } from '../../envelope/structured-argument.ts'
import { assertNever } from '../../errors.ts'
import { factOf, type Lookup } from '../lookup.ts'
import type { Because, One } from './resolve-one.ts'
import type { Scene } from '../scene.ts'

/** Asks for the parts that are missing, or says which member is wrong. */
export function resolveStructured(parameter: Parameter, raw: string | undefined): One {
  const read = readStructured(parameter, raw ?? null)
  switch (read?.kind) {
    case undefined:
      return { kind: 'because', because: { kind: 'missing' } }
    case 'value':
      return { kind: 'value', value: read.value }
    case 'missing': {
      const { member, soFar } = read
      return { kind: 'because', because: { kind: 'missing', member, first: soFar === null }, soFar }
    }
    case 'invalid': {
      const { problem, limit, member, ask, soFar } = read
      const because: Because = {
        kind: 'invalid',
        problem,
        limit,
        about: member,
        ...(ask === null ? {} : { member: ask }),
      }
      return { kind: 'because', because, soFar }
    }
    default:
      return assertNever(read)
  }
}

/** A file is looked at every time: if it has changed since it was shown, the person is told. */
export function resolveFile(scene: Scene, { schema }: Parameter, raw: string): One {
  const { extensions, maxBytes } = schema
  if (Array.isArray(extensions) && !extensions.includes(extensionOf(raw)))
    return invalid('file_type', extensions.join(', '))
  const lookup = { kind: 'file', path: raw.trim() } as const satisfies Lookup
  const found = factOf(scene.facts, lookup)
  if (found === undefined) return { kind: 'needs', lookups: [lookup] }
  const most = typeof maxBytes === 'number' ? maxBytes : Infinity
  if (found.kind === 'too-large') return invalid('file_too_large', String(Math.min(found.most, most)))
  if (found.kind !== 'found') return invalid(`file_${found.kind}`)
  if (found.bytes > most) return invalid('file_too_large', String(most))
  return { kind: 'value', value: { $file: found.path, sha256: found.sha256, bytes: found.bytes } }
}

/** A command that has ended has lost its secret: repeating it asks for the secret again. */
export function resolveSecret(scene: Scene, value: SecretReference): One {
  const lookup = { kind: 'secret', id: value.$secret } as const satisfies Lookup
  const fact = factOf(scene.facts, lookup)
  if (fact === undefined) return { kind: 'needs', lookups: [lookup] }
  return fact === 'kept' ? { kind: 'value', value } : { kind: 'because', because: { kind: 'missing' } }
}

function invalid(problem: ArgumentProblem, limit = ''): One {
  return { kind: 'because', because: { kind: 'invalid', problem, limit } }
}

import { didYouMean } from '../catalogue/did-you-mean.ts'

/** Says of a role that is in no `_roles.yaml` what was perhaps meant, and which there are. */
export function unknownRole(role: string, known: readonly string[]): string {
  return `a role that does not exist: "${role}"${didYouMean(role, known)}; known: ${known.join(', ') || 'none'}`
}

import type { Reading } from '../understanding/reading.ts'
import type { Tracer } from './tracer.ts'

/** Reads as `understanding` does, in a span that tells what kind of reading came of it. */
export function traceUnderstanding<Said extends readonly unknown[]>(
  { read }: { readonly read: (...said: Said) => Reading },
  { span: inSpan }: Pick<Tracer, 'span'>,
): { readonly read: (...said: Said) => Reading } {
  return {
    read: (...said) =>
      inSpan('understanding', {}, (span) => {
        const reading = read(...said)
        span.set({ reading: reading.kind })
        return reading
      }),
  }
}

/** The thread of the ear that is told what to expect: its engine is WebAssembly, and what it does cannot be interrupted. */
import { parentPort, workerData } from 'node:worker_threads'
import { createGrammarEar, type Expected, type Fitting } from './grammar-ear.ts'
import type { FitRequest } from './grammar-ears.ts'

// Its only starter gives it what to expect.
const ear = await createGrammarEar(workerData as Expected)
const port = parentPort

port?.on('message', ({ samples, heard, names }: FitRequest) => {
  port.postMessage(ear.fit(samples, heard, names) satisfies Fitting | null)
})

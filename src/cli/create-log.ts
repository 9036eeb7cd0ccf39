import { destination, pino, type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Logs are events in JSON on standard error, so that standard output belongs to the person or the program that reads it. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino(
    { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination({ dest: 2, sync: true }),
  )
}

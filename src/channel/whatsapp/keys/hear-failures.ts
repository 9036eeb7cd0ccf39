import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'

/**
 * The same keys, with somebody who hears of every read and write that fails before the library does. It needs keys before it
 * decrypts and after it, and refuses for good whatever it could not deal with: the message, or the request to say something
 * again, would be lost. Whoever hears of it ends the connection in the same breath, so that no refusal leaves, and what came
 * comes again.
 */
export function hearFailures(keys: SignalKeyStore, onFailed: (error: unknown) => void): SignalKeyStore {
  const told = (error: unknown): never => {
    onFailed(error)
    throw error
  }
  return {
    get: async <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) => {
      try {
        return await keys.get(type, ids)
      } catch (error) {
        return told(error)
      }
    },
    set: async (data: SignalDataSet) => {
      try {
        await keys.set(data)
      } catch (error) {
        told(error)
      }
    },
  }
}

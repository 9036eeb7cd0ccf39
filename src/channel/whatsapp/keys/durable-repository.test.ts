import { setTimeout as delay } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import {
  addTransactionCapability,
  generateSignalPubKey,
  initAuthCreds,
  type SignalAuthState,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createSignalParty } from '../../../testing/whatsapp-server/signal-party.ts'
import { createDurableRepository, type Journal } from './durable-repository.ts'

const log = pino({ level: 'silent' })
const [number, lid] = ['5511990000001@s.whatsapp.net', '905511990000001@lid']

/** Keys in memory that take their time, as those in a database do. */
function keyStore(): Pick<SignalAuthState['keys'], 'get' | 'set'> {
  const stored = new Map<string, Buffer>()
  return {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found = ids.flatMap((id) => {
        const bytes = stored.get(`${type}/${id}`)
        return bytes === undefined ? [] : [[id, deserialize(bytes) as unknown] as const]
      })
      await delay(2)
      // What is stored under a type is of that type.
      return Object.fromEntries(found) as { [id: string]: SignalDataTypeMap[T] }
    },
    set: async (data: SignalDataSet) => {
      await delay(2)
      for (const [type, values] of Object.entries(data))
        for (const [id, value] of Object.entries(values ?? {})) stored.set(`${type}/${id}`, serialize(value))
    },
  }
}

type Encrypted = { readonly type: 'pkmsg' | 'msg'; readonly ciphertext: Uint8Array }

function party(): { readonly repository: ReturnType<typeof createDurableRepository>; readonly auth: SignalAuthState } {
  const auth = {
    creds: initAuthCreds(),
    keys: addTransactionCapability(keyStore(), log, { maxCommitRetries: 1, delayBetweenTriesMs: 1 }),
  }
  // No message of this test comes in a node.
  const journal: Partial<Journal> = { nodeOf: () => undefined }
  return { auth, repository: createDurableRepository(journal as Journal, auth, log) }
}

test('failure 16: what is decrypted and encrypted in one moment, by number here and by LID there, loses no key', async () => {
  const [bot, person] = [party(), party()]
  await bot.repository.lidMapping.storeLIDPNMappings([{ lid, pn: number }])
  const { creds } = person.auth
  await bot.repository.injectE2ESession({
    jid: lid,
    session: {
      registrationId: creds.registrationId,
      identityKey: generateSignalPubKey(creds.signedIdentityKey.public),
      signedPreKey: {
        keyId: creds.signedPreKey.keyId,
        publicKey: generateSignalPubKey(creds.signedPreKey.keyPair.public),
        signature: creds.signedPreKey.signature,
      },
      // There may be none, which the types of the library do not know.
      preKey: undefined as never,
    },
  })
  const [fromBot, fromPerson] = ['15550001111@s.whatsapp.net', lid]
  const hear = async (sent: Encrypted) => String(await person.repository.decryptMessage({ jid: fromBot, ...sent }))
  expect(await hear(await bot.repository.encryptMessage({ jid: number, data: Buffer.from('hello') }))).toBe('hello')

  // A backlog: what the person says does not answer what the bot says meanwhile.
  const rounds = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
  const backlog: Encrypted[] = []
  for (const round of rounds)
    backlog.push(await person.repository.encryptMessage({ jid: fromBot, data: Buffer.from(round) }))
  const read: string[] = []
  const sent: Encrypted[] = []
  for (const [at, said] of backlog.entries()) {
    const [reply, words] = await Promise.all([
      bot.repository.encryptMessage({ jid: number, data: Buffer.from(String(at)) }),
      // A little later each time, so that it comes at every moment of the other.
      delay(at % 4).then(() => bot.repository.decryptMessage({ jid: fromPerson, ...said })),
    ])
    read.push(String(words))
    sent.push(reply)
  }
  const heard: string[] = []
  for (const reply of sent) heard.push(await hear(reply))
  expect([read, heard]).toEqual([rounds, rounds])
})

const bytes = (key: Uint8Array) => Buffer.from(generateSignalPubKey(key))

/** A bot and a person who know each other's keys. */
function acquaint() {
  const [{ repository: bot, auth }, person] = [party(), createSignalParty()]
  const address = { user: '15550001111', device: 1 }
  const openSession = () => {
    const { signedPreKey, preKey, identityKey, registrationId } = person.offerKeys()
    if (preKey === undefined) throw new TypeError('A key of its own is missing')
    return bot.injectE2ESession({
      jid: lid,
      session: {
        registrationId,
        identityKey: bytes(identityKey),
        signedPreKey: {
          ...signedPreKey,
          publicKey: bytes(signedPreKey.publicKey),
          signature: Buffer.from(signedPreKey.signature),
        },
        preKey: { keyId: preKey.keyId, publicKey: bytes(preKey.publicKey) },
      },
    })
  }
  const tell = async (text: string) => {
    const { type, ciphertext } = await bot.encryptMessage({ jid: lid, data: Buffer.from(text) })
    return String(await person.decrypt(address, type, ciphertext))
  }
  const say = (text: string) =>
    person.encrypt(address, Buffer.from(text), () => {
      const { signedIdentityKey, signedPreKey, registrationId } = auth.creds
      return {
        registrationId,
        identityKey: generateSignalPubKey(signedIdentityKey.public),
        signedPreKey: {
          keyId: signedPreKey.keyId,
          publicKey: generateSignalPubKey(signedPreKey.keyPair.public),
          signature: signedPreKey.signature,
        },
      }
    })
  const hear = async ({ type, body }: Awaited<ReturnType<typeof say>>) =>
    String(await bot.decryptMessage({ jid: lid, type, ciphertext: body }))
  return { openSession, tell, say, hear, forget: () => person.forget(address.user) }
}

test('failure 16: what comes in an old session does not spoil the new one that nobody has answered yet', async () => {
  const { openSession, tell, say, hear } = acquaint()
  await openSession()
  await tell('hello')
  expect(await hear(await say('hello'))).toBe('hello')
  const backlog = [await say('0'), await say('1')]
  // As the library does with the first answer on every connection.
  await openSession()
  for (const [at, said] of backlog.entries()) {
    expect(await hear(said)).toBe(String(at))
    expect(await tell(`answer ${at}`)).toBe(`answer ${at}`)
  }
  expect(await hear(await say('last'))).toBe('last')
})

test('failure 16: whose phone has forgotten everything is answered in the session that it opened', async () => {
  const { openSession, tell, say, hear, forget } = acquaint()
  await openSession()
  await tell('hello')
  expect(await hear(await say('hello'))).toBe('hello')
  forget()
  expect(await hear(await say('again'))).toBe('again')
  expect(await tell('answer')).toBe('answer')
})

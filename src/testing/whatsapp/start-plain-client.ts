import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createEventQueue } from '../whatsapp-server/event-queue.ts'
import type { ClientNews, ClientOrder, NumberedOrder } from './plain-client.ts'
import type { WhatsAppServer } from '../whatsapp-server/whatsapp-server.ts'

type NewsOf<K extends ClientNews['kind']> = Extract<ClientNews, { readonly kind: K }>

/** The process of plain-client.ts. */
export type PlainClient = {
  /** Resolves when it has been done. */
  readonly order: (order: ClientOrder) => Promise<void>
  /** Takes the next news of this kind; waits for it. */
  readonly news: <K extends ClientNews['kind']>(kind: K, matches?: (news: NewsOf<K>) => boolean) => Promise<NewsOf<K>>
  readonly untaken: () => readonly ClientNews[]
  readonly stop: () => Promise<void>
}

/** @param options.pairByCode asks for pairing by code for this number, digits alone, instead of by QR code */
export function startPlainClient(
  server: WhatsAppServer,
  { pairByCode }: { readonly pairByCode?: string } = {},
): PlainClient {
  const child = fork(new URL('./plain-client.ts', import.meta.url), {
    execArgv: [...server.preloadArgs],
    env: {
      ...process.env,
      ...server.preloadEnv,
      ...(pairByCode === undefined ? {} : { PAIR_BY_CODE: pairByCode }),
    },
  })
  const queue = createEventQueue<ClientNews>((news) => JSON.stringify(news).slice(0, 200))
  child.on('message', (news: ClientNews) => queue.push(news))
  const news: PlainClient['news'] = (kind, matches = () => true) =>
    queue.take({
      matches: (each): each is NewsOf<typeof kind> => each.kind === kind && matches(each as NewsOf<typeof kind>),
      what: `the client's "${kind}"`,
    })
  let orders = 0
  return {
    order: async (order) => {
      const number = ++orders
      child.send({ number, order } satisfies NumberedOrder)
      const { error } = await news('done', (done) => done.number === number)
      if (error !== null) throw new Error(`The client cannot ${order.kind}: ${error}`)
    },
    news,
    untaken: () => queue.waiting(),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

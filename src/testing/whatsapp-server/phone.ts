/** The bot's own phone: its owner may write from it, and it tells a new device what was said before. */
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import type { Contact } from './contact.ts'
import { textMessage } from './message-content.ts'
import type { Network } from './network.ts'
import { newMessageId, sendMessage, type StanzaFacts } from './send-message.ts'

export type Phone = {
  /** E.164. */
  readonly phone: string
  readonly pn: string
  readonly lid: string
  /** Writes to somebody; the bot sees it as a message of its own. Gives the id. */
  readonly say: (to: Pick<Contact, 'pn' | 'lid' | 'addressing'>, text: string) => Promise<string>
  /** Sends the history of before the pairing: what these people had said. */
  readonly pushHistory: (said: readonly HistoryLine[]) => Promise<void>
}

export type HistoryLine = { readonly from: Contact; readonly id: string; readonly text: string; readonly sentAt: Date }

export function createPhone(network: Network): Phone {
  const { phone } = network.account
  const send = async (message: proto.IMessage, stanza: StanzaFacts) => {
    const id = newMessageId()
    await sendMessage(network, { id, sender: phone, group: null, message, sentAt: Date.now(), stanza })
    return id
  }
  return {
    phone: phone.phone,
    pn: phone.pn,
    lid: phone.lid,
    say: (to, text) => {
      const recipient = to.addressing === 'lid' ? to.lid : to.pn
      const message = { deviceSentMessage: { destinationJid: recipient, message: textMessage(text, null) } }
      return send(message, { type: 'text', recipient })
    },
    pushHistory: async (said) => {
      const protocolMessage = historyNotification(said, network)
      await send({ protocolMessage }, { type: 'text', category: 'peer' })
    },
  }
}

function historyNotification(said: readonly HistoryLine[], { parties }: Network): proto.Message.IProtocolMessage {
  const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP
  const history = proto.HistorySync.encode({
    syncType,
    chunkOrder: 1,
    progress: 100,
    conversations: said.map(({ from, id, text, sentAt }) => ({
      id: from.pn,
      messages: [
        {
          message: {
            key: { remoteJid: from.pn, fromMe: false, id },
            message: { conversation: text },
            messageTimestamp: Math.floor(sentAt.getTime() / 1000),
          },
        },
      ],
    })),
    phoneNumberToLidMappings: parties.map(({ pn, lid }) => ({ pnJid: pn, lidJid: lid })),
  }).finish()
  return {
    type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType,
      chunkOrder: 1,
      progress: 100,
      initialHistBootstrapInlinePayload: deflateSync(history),
    },
  }
}

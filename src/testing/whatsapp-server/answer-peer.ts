/** How the bot's phone answers what the bot asks of it, as linked devices do among themselves. */
import { proto } from '@whiskeysockets/baileys'
import type { Network } from './network.ts'
import { newMessageId, sendMessage } from './send-message.ts'

/** Sends every message that the question names and that people have sent, as the phone has it. */
export async function answerPeer(
  network: Network,
  questionId: string,
  question: proto.Message.IPeerDataOperationRequestMessage,
): Promise<void> {
  const { phone } = network.account
  const asked = question.placeholderMessageResendRequest ?? []
  const results = asked.map(({ messageKey }) => ({ placeholderMessageResendResponse: onPhone(network, messageKey) }))
  const answer: proto.Message.IProtocolMessage = {
    type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
    peerDataOperationRequestResponseMessage: {
      stanzaId: questionId,
      peerDataOperationRequestType: question.peerDataOperationRequestType ?? null,
      peerDataOperationResult: results,
    },
  }
  await sendMessage(network, {
    id: newMessageId(),
    sender: phone,
    group: null,
    message: { protocolMessage: answer },
    sentAt: Date.now(),
    stanza: { type: 'text', category: 'peer' },
  })
}

type Found =
  proto.Message.PeerDataOperationRequestResponseMessage.PeerDataOperationResult.IPlaceholderMessageResendResponse

function onPhone({ sent }: Network, key: proto.IMessageKey | null | undefined): Found | null {
  const found = sent.get(key?.id ?? '')
  if (found === undefined || key == null) return null
  const { message, sentAt, sender } = found
  const info = { key, message, messageTimestamp: Math.floor(sentAt / 1000), pushName: sender.name }
  return { webMessageInfoBytes: proto.WebMessageInfo.encode(info).finish() }
}

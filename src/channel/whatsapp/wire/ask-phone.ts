/** What a linked device may ask of its own phone, and how the phone answers. No chat shows any of it. */
import { jidNormalizedUser, proto, type WAMessageKey, type WASocket } from '@whiskeysockets/baileys'

const { PEER_DATA_OPERATION_REQUEST_MESSAGE, PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE } =
  proto.Message.ProtocolMessage.Type

/**
 * Asks the phone for a message that it should have.
 * @param options.id of the question, which its answer names
 */
export async function askPhoneFor(
  socket: Pick<WASocket, 'relayMessage'>,
  { id, self, wanted }: { readonly id: string; readonly self: string; readonly wanted: WAMessageKey },
): Promise<void> {
  const peerDataOperationRequestMessage = {
    peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
    placeholderMessageResendRequest: [{ messageKey: wanted }],
  }
  await socket.relayMessage(
    jidNormalizedUser(self),
    { protocolMessage: { type: PEER_DATA_OPERATION_REQUEST_MESSAGE, peerDataOperationRequestMessage } },
    {
      messageId: id,
      additionalAttributes: { category: 'peer', push_priority: 'high_force' },
      additionalNodes: [{ tag: 'meta', attrs: { appdata: 'default' } }],
    },
  )
}

/** An answer of the phone. */
export type PhoneAnswer = {
  /** The id of the question. */
  readonly to: string
  /** The messages that were asked for, as far as the phone has them. */
  readonly messages: readonly proto.IWebMessageInfo[]
}

/**
 * The answer in a message; `null` when it is none. Whether it is the phone that says so is for the caller to know: anybody may
 * write such a message.
 */
export function phoneAnswerIn({ protocolMessage }: proto.IMessage): PhoneAnswer | null {
  const answer = protocolMessage?.peerDataOperationRequestResponseMessage
  if (protocolMessage?.type !== PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE || answer?.stanzaId == null) return null
  const messages = (answer.peerDataOperationResult ?? []).flatMap(({ placeholderMessageResendResponse }) => {
    const bytes = placeholderMessageResendResponse?.webMessageInfoBytes
    return bytes == null ? [] : [proto.WebMessageInfo.decode(bytes)]
  })
  return { to: answer.stanzaId, messages }
}

/** What stood on a button, or on the line of a list, that somebody pressed: those are their words. */
import type { proto } from '@whiskeysockets/baileys'
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts'

/** `null` when that is not told. The id behind a button is nobody's word: whoever pressed it has never seen it. */
export function pressedWords(body: proto.IMessage): string | null {
  const { buttonsResponseMessage, templateButtonReplyMessage, listResponseMessage, interactiveResponseMessage } = body
  const params = paramsOf(interactiveResponseMessage?.nativeFlowResponseMessage?.paramsJson)
  const shown = [
    buttonsResponseMessage?.selectedDisplayText,
    templateButtonReplyMessage?.selectedDisplayText,
    listResponseMessage?.title,
    interactiveResponseMessage?.body?.text,
    params['display_text'],
    params['title'],
    params['text'],
  ]
  return shown.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? null
}

/** It was written by whoever made the button, and may be anything. */
function paramsOf(json: string | null | undefined): JsonObject {
  try {
    // What the parser gives is JSON.
    const params = JSON.parse(json ?? '{}') as Json
    return isJsonObject(params) ? params : {}
  } catch {
    return {}
  }
}

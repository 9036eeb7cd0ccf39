/**
 * The words of a Moonshine model as the engine reads them: one `base64(bytes) number` a line. Moonshine has the vocabulary of
 * LLaMA, in which `▁` stands for a space and `<0xNN>` for a byte.
 */
export async function moonshineTokens(): Promise<string> {
  const { default: tokenizer } = await import('llama-tokenizer-js')
  return `${tokenizer.vocabById.map((token, id) => `${bytesOf(token).toString('base64')} ${id}`).join('\n')}\n`
}

function bytesOf(token: string): Buffer {
  const byte = /^<0x([0-9A-F]{2})>$/u.exec(token)?.[1]
  return byte === undefined ? Buffer.from(token.replaceAll('▁', ' ')) : Buffer.from([Number.parseInt(byte, 16)])
}

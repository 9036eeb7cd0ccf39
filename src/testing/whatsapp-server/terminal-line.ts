/** What is typed at the server's terminal: text is said, a line with a slash does something else. */
export type TerminalLine =
  | { readonly kind: 'say'; readonly text: string; readonly quoting: boolean; readonly forwarded: boolean }
  | { readonly kind: 'as'; readonly phone: string; readonly name: string | null }
  /** From now on in a group; `null`: in private. */
  | { readonly kind: 'place'; readonly group: string | null }
  | { readonly kind: 'react'; readonly emoji: string }
  | { readonly kind: 'edit'; readonly text: string }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'call' }
  | { readonly kind: 'again' }
  | { readonly kind: 'file'; readonly as: 'voice' | 'image' | 'document'; readonly path: string }
  | { readonly kind: 'network'; readonly state: 'drop' | 'offline' | 'online' }
  | { readonly kind: 'error'; readonly code: number }
  | { readonly kind: 'link'; readonly code: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'unclear'; readonly why: string }

export const terminalHelp = `/as PHONE [NAME]   speak as somebody else
/group ID          speak in a group; mention the bot with @bot
/private           speak in private again
/reply TEXT        quote the bot's last words
/react EMOJI       to the bot's last words
/forward TEXT      as something forwarded
/edit TEXT         change what you said last
/revoke            delete it
/again             deliver it once more
/voice PATH        send a file as a voice note; /image and /file as those
/call              call the bot's number; nobody takes the call
/drop              the network drops the connection
/offline, /online  the network is gone, and there again
/error CODE        WhatsApp ends the connection with this code
/link CODE         link a bot: its eight characters, or the text of its QR code
/quit              or Ctrl-D`

/** @returns `unclear` with the reason where something is missing */
export function parseTerminalLine(line: string): TerminalLine {
  const [, name, rest = ''] = /^\/(\w+)\s*(.*)$/su.exec(line.trim()) ?? []
  if (name === undefined) return { kind: 'say', text: line.trim(), quoting: false, forwarded: false }
  switch (name) {
    case 'private':
      return { kind: 'place', group: null }
    case 'revoke':
    case 'call':
    case 'again':
    case 'help':
    case 'quit':
      return { kind: name }
    case 'drop':
    case 'offline':
    case 'online':
      return { kind: 'network', state: name }
    default:
      return rest === '' ? unclear(name) : parseWithArgument(name, rest)
  }
}

function parseWithArgument(name: string, rest: string): TerminalLine {
  switch (name) {
    case 'as': {
      const [phone = '', ...words] = rest.split(/\s+/u)
      if (!/^\+[1-9]\d{5,14}$/u.test(phone))
        return { kind: 'unclear', why: `${phone} is no number like +5511990000001` }
      return { kind: 'as', phone, name: words.length === 0 ? null : words.join(' ') }
    }
    case 'group':
      return /^[\w-]+$/u.test(rest)
        ? { kind: 'place', group: rest }
        : { kind: 'unclear', why: 'The id of a group is one word' }
    case 'reply':
      return { kind: 'say', text: rest, quoting: true, forwarded: false }
    case 'forward':
      return { kind: 'say', text: rest, quoting: false, forwarded: true }
    case 'react':
      return { kind: 'react', emoji: rest }
    case 'edit':
      return { kind: 'edit', text: rest }
    case 'voice':
    case 'image':
      return { kind: 'file', as: name, path: rest }
    case 'file':
      return { kind: 'file', as: 'document', path: rest }
    case 'error':
      return /^\d{3}$/u.test(rest)
        ? { kind: 'error', code: Number(rest) }
        : { kind: 'unclear', why: 'A code has three digits: /error 503' }
    case 'link':
      return { kind: 'link', code: rest }
    default:
      return unclear(name)
  }
}

function unclear(name: string): TerminalLine {
  return { kind: 'unclear', why: `/${name} is not known, or something is missing after it. /help tells more.` }
}

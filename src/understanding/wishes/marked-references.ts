/**
 * "history of #K95WE": the mark of a reference is lost where texts are folded, and what is left of it may be the name of somebody. So a
 * text with one reference is read as if a number stood there, and the command that this asks for is asked about the reference, where
 * it has a parameter for one.
 */
import type { Catalogue, Command } from '../../catalogue/catalogue.ts'
import type { CommandReader, CommandReading } from './read-commands.ts'
import type { Wish } from '../wish.ts'
import { soleWish } from './sole-wish.ts'

const marked = /#\s?([0-9A-Za-z]{5})(?![0-9A-Za-z])/gu
/** A number that nobody means when they write a reference. */
const standIn = '99999'

/** Reads as `commands` does, and what is asked about a command by its reference. */
export function readMarkedReferences(commands: CommandReader, catalogue: Catalogue): CommandReader {
  const looks = [...catalogue.commands.values()].filter(
    (command) => command.safety === 'read' && referenceParameter(command) !== null,
  )
  return {
    readTokens: commands.readTokens,
    read: (text, when) => {
      const ref = onlyReference(text)
      if (ref === null) return commands.read(text, when)
      const said = soleWish(commands.read(text.replace(marked, standIn), when), { despiteDenied: true })
      const wish = tokenWith(text, ref) ?? (said === null ? null : askedAbout(said, ref))
      if (wish !== null) return asReading(wish)
      const look = said === null ? null : lookAt(said, ref)
      return commands.read(text, when) ?? (look === null ? null : asReading(look))
    },
  }

  /** "HISTORY #K95WE" */
  function tokenWith(text: string, ref: string): Wish | null {
    const token = /^\s*(\p{L}[\p{L}\p{N}_]*)\s+#\s?[0-9A-Za-z]+[\s.!?]*$/u.exec(text)?.[1]?.toUpperCase() ?? ''
    const parameter = referenceParameter(catalogue.commands.get(token))
    return parameter === null ? null : { command: token, args: { [parameter]: ref }, source: 'token' }
  }

  function askedAbout(said: Wish, ref: string): Wish | null {
    const parameter = referenceParameter(catalogue.commands.get(said.command))
    const others = Object.entries(said.args).filter(([, value]) => value !== standIn)
    return parameter === null || others.length === Object.keys(said.args).length
      ? null
      : { ...said, args: { ...Object.fromEntries(others), [parameter]: ref } }
  }

  /** "what happened with #K95WE", which of an order would ask for its status. */
  function lookAt({ command, args, source }: Wish, ref: string): Wish | null {
    const [look, ...more] = looks
    const parameter = referenceParameter(look)
    const isLook = catalogue.commands.get(command)?.safety === 'read'
    const isOfIt = Object.values(args).every((value) => value === standIn) && Object.keys(args).length === 1
    return look === undefined || more.length > 0 || parameter === null || !isLook || !isOfIt
      ? null
      : { command: look.token, args: { [parameter]: ref }, source }
  }
}

function asReading(wish: Wish): CommandReading {
  return { kind: 'wishes', wishes: [wish] }
}

function onlyReference(text: string): string | null {
  const [found, ...more] = text.matchAll(marked)
  return found?.[1] === undefined || more.length > 0 || text.includes(standIn) ? null : `#${found[1]}`
}

/** The parameter beside others that takes a reference with its mark. */
function referenceParameter(command: Command | undefined): string | null {
  return command?.parameters.find(isReference)?.name ?? null
}

function isReference({ entity, schema: { pattern } }: Command['parameters'][number]): boolean {
  return entity === null && typeof pattern === 'string' && pattern.startsWith('^#?')
}

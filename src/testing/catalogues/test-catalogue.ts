import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** With its rules, which the sentences of shipped commands are made of. */
const shippedMessages = fileURLToPath(new URL('../../../locales/en/messages.yaml', import.meta.url))

/**
 * A catalogue of a test's own commands, in a folder for `SAYSO_CATALOGUE`; what the bot says besides is what it always says. It inherits
 * no command, for a test that is about its own ones alone starts sooner.
 */
export async function createTestCatalogue({
  files,
  texts,
}: {
  /** By path below commands/, as YAML. */
  readonly files: Readonly<Record<string, string>>
  /** `locales/en/commands.yaml`; English is the only language. */
  readonly texts: string
}): Promise<{ readonly dir: string; readonly remove: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'sayso-commands-'))
  const alone = { ...files, '_menu.yaml': `${files['_menu.yaml'] ?? ''}\ninherit: none\n` }
  for (const [name, text] of Object.entries(alone)) {
    const file = path.join(dir, 'commands', name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const english = path.join(dir, 'locales', 'en')
  await mkdir(english, { recursive: true })
  await cp(shippedMessages, path.join(english, 'messages.yaml'))
  await writeFile(path.join(english, 'commands.yaml'), texts)
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

import { execFile } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { promisify } from 'node:util'

const askTimeoutMs = 10_000

/**
 * Whether the command line of a process is that of a server on these data, as `spawnPostgres` and `pg_ctl` write it: everybody may read
 * it, also where it is hidden in which folder a process works.
 */
export async function commandLineNames(pid: number, data: string): Promise<boolean> {
  const [line, real] = await Promise.all([commandLineOf(pid).catch(() => ''), realpath(data).catch(() => data)])
  return [data, real].some((each) => `${line.trim()} `.includes(`postgres -D ${each} `))
}

/** The words of the command, with blanks between them; '' for a process that has ended. */
async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  if (process.platform !== 'win32') return ask('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`
  const line = await ask('powershell', ['-NoProfile', '-Command', query])
  return line.replaceAll('"', '').replaceAll('.exe ', ' ')
}

async function ask(program: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(program, args, { timeout: askTimeoutMs })).stdout
}

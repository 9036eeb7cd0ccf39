import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { OutboundReply } from '../../channel/channel.ts'
import type { CommandRecord } from '../../conversation/lookup.ts'
import type { JsonObject } from '../../json.ts'
import { loadShippedCatalogue, withCommand } from '../../testing/catalogues/conversation-catalogue.ts'
import { attachFile } from './attach-file.ts'
import { filesOf } from './outcome-files.ts'

const chart = { kind: 'image', path: '/a.png', mimetype: 'image/png', filename: 'a.png' } as const

let catalogue: Catalogue
let workspaceDir: string
let warnings: unknown[]

beforeAll(async () => {
  catalogue = await loadShippedCatalogue()
})
beforeEach(async () => {
  workspaceDir = await mkdtemp(path.join(tmpdir(), 'sayso-files-'))
  warnings = []
})
afterEach(() => rm(workspaceDir, { recursive: true, force: true }))

/** The files of a list of orders under a contract that is changed in parts. */
function filesUnder(contract: JsonObject, outputs: JsonObject) {
  const command = { contract: { ...catalogue.commands.get('LIST_ORDERS')?.contract, ...contract } }
  const changed = withCommand(catalogue, 'LIST_ORDERS', { command })
  const log = { info: () => undefined, warn: (fact: unknown) => void warnings.push(fact), error: () => undefined }
  return filesOf({ catalogue: changed, workspaceDir, log }, recordOf(outputs))
}

function recordOf(outputs: JsonObject): CommandRecord {
  return {
    commandId: 'id',
    ref: 'K7Q2M',
    name: 'LIST_ORDERS',
    safety: 'read',
    status: 'executed',
    reason: null,
    args: {},
    intent: { entity: 'Order', action: 'List', target: null },
    messageIds: ['m1'],
    facts: {},
    actor: { language: 'en', time_zone: 'UTC' },
    lastStep: 'List the orders',
    outcome: { kind: 'executed', outputs },
    verdict: null,
    settledAt: '2026-03-01T14:00:00.000Z',
    started: true,
  }
}

const rows = [
  { id: '204', customer: 'Maria "Mia" Souza', amount: '120.00' },
  { id: '205', customer: '=HYPERLINK("http://evil")', note: null, tags: ['a', 'b'] },
]
const download = { result: { mode: 'download', destination: 'current-node' } }

describe('the files of an outcome', () => {
  test('are those that its chain has made, and no table where the contract wants none', async () => {
    const files = await filesUnder({}, { Draw: { media: [chart] }, 'List the orders': { rows } })
    expect(files).toEqual({ made: [chart], table: null })
    expect(await readdir(workspaceDir)).toEqual([])
  })

  test('have the columns in the order of the statement, which what is stored has lost', async () => {
    const stored = [{ id: '204', note: 'x', amount: '120.00', status: 'paid', customer: 'Maria' }]
    const { table } = await filesUnder(download, { 'List the orders': { rows: stored } })
    const [head] = (await readFile(path.join(workspaceDir, table?.path ?? ''), 'utf8')).split(/\r?\n/u)
    expect(head?.replace('\uFEFF', '')).toBe('id,customer,amount,status,note')
  })

  test('hold its rows as a table that a spreadsheet opens, kept once in the workspace', async () => {
    const files = await filesUnder(download, { 'List the orders': { rows } })
    expect(files.table).toEqual({
      kind: 'document',
      path: '/tables/list-orders-K7Q2M.csv',
      mimetype: 'text/csv',
      filename: 'list-orders-K7Q2M.csv',
    })
    expect(await readFile(path.join(workspaceDir, 'tables/list-orders-K7Q2M.csv'), 'utf8')).toBe(
      '\uFEFFid,customer,amount,note,tags\r\n' +
        '204,"Maria ""Mia"" Souza",120.00,,\r\n' +
        `205,"'=HYPERLINK(""http://evil"")",,,"[""a"",""b""]"\r\n`,
    )
    expect(await filesUnder(download, { 'List the orders': { rows } })).toEqual(files)
    expect(await readdir(path.join(workspaceDir, 'tables'))).toHaveLength(1)
  })

  test('are kept and not sent where the contract wants an artifact besides the chat', async () => {
    const files = await filesUnder(
      { outputDestinations: ['current-node', 'artifact'] },
      { 'List the orders': { rows } },
    )
    expect(files.table).toBeNull()
    expect(await readdir(path.join(workspaceDir, 'tables'))).toEqual(['list-orders-K7Q2M.csv'])
  })

  test('leave out a table of nothing, and one that the workspace does not take', async () => {
    expect(await filesUnder(download, { 'List the orders': { rows: [] } })).toEqual({ made: [], table: null })
    expect(warnings).toEqual([])
    await writeFile(path.join(workspaceDir, 'tables'), 'a file where the folder should be')
    expect(await filesUnder(download, { 'List the orders': { rows } })).toEqual({ made: [], table: null })
    expect(warnings).toMatchObject([{ event: 'table.failed', commandId: 'id' }])
  })
})

describe('a reply with a file', () => {
  const unavailable = 'a.png cannot be sent'

  function attach(file: string): Promise<OutboundReply> {
    const reply = { about: 'outcome', text: 'a.png', media: { ...chart, path: file, unavailable } } as const
    return attachFile(workspaceDir, { id: 'S1', to: '+1', group: null, replyTo: null, reply })
  }

  test('leaves with the place where the file really is, and with nothing that is ours alone', async () => {
    await mkdir(path.join(workspaceDir, 'reports'))
    await writeFile(path.join(workspaceDir, 'reports/a.png'), 'x')
    await symlink('reports', path.join(workspaceDir, 'latest'))
    for (const file of ['/reports/a.png', 'reports/a.png', '/latest/a.png']) {
      const { media } = (await attach(file)).reply
      expect(media).toEqual({ ...chart, path: path.join(workspaceDir, 'reports/a.png') })
    }
  })

  test('never leaves with one from outside the workspace, that is gone, or that is no file', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'sayso-outside-'))
    await writeFile(path.join(outside, 'secret'), 'x')
    await symlink(outside, path.join(workspaceDir, 'out'))
    await symlink(path.join(outside, 'secret'), path.join(workspaceDir, 'link'))
    await mkdir(path.join(workspaceDir, 'folder'))
    const files = [`../${path.basename(outside)}/secret`, '/out/secret', '/link', '/folder', '/', '/gone.png']
    for (const file of [...files, path.join(outside, 'secret'), '/etc/passwd']) {
      expect({ file, ...(await attach(file)).reply }).toEqual({ file, about: 'outcome', text: unavailable })
    }
    await rm(outside, { recursive: true })
  })

  test('is otherwise left as it is', async () => {
    const outbound = { id: 'S1', to: '+1', group: null, replyTo: null, reply: { about: 'info', text: 'hi' } } as const
    expect(await attachFile(workspaceDir, outbound)).toBe(outbound)
  })
})

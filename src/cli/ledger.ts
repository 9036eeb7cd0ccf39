import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { UserError } from '../errors.ts'
import { verifyLedger, type VerifyReport } from '../ledger/verify-ledger.ts'
import { openStores } from '../open-foundation.ts'
import { createLog } from './create-log.ts'
import type { Subcommand } from './subcommand.ts'

export const ledger: Subcommand = {
  summary: 'Verify the evidence: finds any change, gap or reordering',
  help: `Usage: sayso ledger verify [--head SEQ:MAC] [--json] [--data DIR]

Walks the whole chain of evidence and names the first row that is not as it was sealed. Exit status 1 when there is one.

  --head SEQ:MAC  a head that was exported earlier (ledger-heads.jsonl in the data folder, or wherever you keep copies): with
                  it, a tail that was cut off shows too
  --json          the whole report as JSON
  --data DIR      the data folder

Examples:
  sayso ledger verify
  sayso ledger verify --head "$(tail -n 1 heads.jsonl | jq -r '.seq + ":" + .mac')"
`,
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { head: { type: 'string' }, json: { type: 'boolean', default: false }, data: { type: 'string' } },
    })
    if (positionals.length !== 1 || positionals[0] !== 'verify')
      throw new UserError('usage', 'Usage: sayso ledger verify [--head SEQ:MAC] [--json]')
    const config = readConfig(process.env, values)
    const stores = await openStores(config, createLog(config))
    try {
      const report = await verifyLedger({ db: stores.ledger.db, secrets: stores.secrets, head: values.head })
      console.log(values.json ? JSON.stringify(report) : renderReport(report))
      return report.ok ? 0 : 1
    } finally {
      await stores.close()
    }
  },
}

function renderReport({ ok, firstBad, checked, head, unsealed, erasedPayloads, cannotKnow }: VerifyReport): string {
  const verdict = ok || firstBad === null ? 'The evidence is whole' : `BROKEN at seal ${firstBad.seq}: ${firstBad.why}`
  return [
    verdict,
    `  rows checked     ${checked}`,
    `  head             ${head === null ? 'none yet' : `${head.seq}:${head.mac}`}`,
    `  not sealed yet   ${unsealed}`,
    `  erased payloads  ${erasedPayloads}`,
    ...cannotKnow.map((each) => `  cannot know      ${each}`),
  ].join('\n')
}

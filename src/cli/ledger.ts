import path from 'node:path'
import { readConfig } from '../config.ts'
import { showValue } from '../conversation/render/show-value.ts'
import { UserError } from '../errors.ts'
import { firstSealOf } from '../ledger/evidence/evidence-head.ts'
import { newestHead } from '../ledger/evidence/newest-head.ts'
import { verifyLedger, type VerifyReport } from '../ledger/verify/verify-ledger.ts'
import { describeUnvouchedRow, unvouchedRowsCure } from '../ledger/verify/unvouched-rows.ts'
import { unvouchedCure } from '../ledger/people/vouched-people.ts'
import { requireInstallation } from './require-installation.ts'
import { parseOptions } from './parse-options.ts'
import type { Subcommand } from './subcommand.ts'
import type { Stores } from '../open-stores.ts'
import { withStores } from './with-stores.ts'

export const ledger: Subcommand = {
  help: `Usage: sayso ledger verify [--head SEQ:MAC] [--json] [--data DIR]

Checks the whole chain of evidence, and names the first row that is not as it was sealed. Also names everybody whose rights were not
stored by Sayso (they have none), and rows of the inbox that were not (nothing is done for them). Exit status 1 if it finds anything.

  --head SEQ:MAC  a head that was exported earlier, from wherever you keep copies; it shows if the end of the evidence was cut off
                  (default: the newest head of this ledger in ledger-heads.jsonl in the data folder)
  --json          the whole report as JSON
  --data DIR      the data folder

Examples:
  sayso ledger verify
  sayso ledger verify --head "$(tail -n 1 heads.jsonl | jq -r '.seq + ":" + .mac')"
`,
  run: async (args, at) => {
    const { values, positionals } = parseOptions({
      args: [...args],
      allowPositionals: true,
      options: { head: { type: 'string' }, json: { type: 'boolean', default: false }, data: { type: 'string' } },
    })
    if (positionals.length !== 1 || positionals[0] !== 'verify')
      throw new UserError('usage', 'Usage: sayso ledger verify [--head SEQ:MAC] [--json]')
    const config = readConfig(at.env, values)
    await requireInstallation(config)
    const verify = async (stores: Stores) => {
      const { db } = stores.ledger
      const heads = path.join(config.dataDir, 'ledger-heads.jsonl')
      const known = values.head ?? (await newestHead(heads, await firstSealOf(db))) ?? undefined
      const report = await verifyLedger({ db, secrets: stores.secrets, head: known })
      at.print(values.json ? JSON.stringify(report) : renderReport(report, known, stores.ledger.schema))
      return report.ok && report.unvouched.length === 0 && report.unvouchedRows.count === 0 ? 0 : 1
    }
    return withStores(config, at, verify, { asItIs: true })
  },
}

function renderReport(
  { ok, firstBad, checked, head, unsealed, erasedPayloads, unvouched, unvouchedRows, cannotKnow }: VerifyReport,
  known: string | undefined,
  schema: string,
): string {
  const verdict = ok || firstBad === null ? 'The evidence is whole' : `BROKEN at seal ${firstBad.seq}: ${firstBad.why}`
  return [
    verdict,
    `  rows checked     ${checked}`,
    `  head             ${head === null ? 'none yet' : `${head.seq}:${head.mac}`}`,
    `  compared with    ${known === undefined ? 'no head: none of this ledger was exported' : `the head ${known.split(':')[0]}`}`,
    `  not sealed yet   ${unsealed}`,
    `  erased payloads  ${erasedPayloads}`,
    ...unvouched.map(
      ({ id, phone }) => `  NO RIGHTS        ${showValue(phone)} (${id}): their rights were not stored by Sayso`,
    ),
    ...(unvouched.length === 0 ? [] : [`                   ${unvouchedCure}`]),
    ...renderRows(unvouchedRows, schema),
    ...cannotKnow.map((each) => `  cannot know      ${each}`),
  ].join('\n')
}

function renderRows({ first, count }: VerifyReport['unvouchedRows'], schema: string): readonly string[] {
  if (count === 0) return []
  const more = count > first.length ? [`                   and ${count - first.length} more`] : []
  return [
    ...first.map((row) => `  NOT DONE         ${describeUnvouchedRow(row)}: it was not stored by Sayso`),
    ...more,
    `                   ${unvouchedRowsCure(schema)}`,
  ]
}

import type { Problem } from '../../catalogue/source/problem.ts'
import type { ShopSql } from '../../ledger/shop/own-shop.ts'
import { placeInText } from '../../ledger/shop/place-in-text.ts'
import { sqlStatements } from '../../ledger/shop/sql-statements.ts'

const makesEffects = /^create\s+(?:unlogged\s+)?table\s+(?:sayso_effects\b|"sayso_effects")/iu

/** Reports what the first start, which runs these files in a schema that has `sayso_effects` already, would refuse. */
export function lintShopSql(files: readonly ShopSql[]): readonly Problem[] {
  return files.flatMap(({ file, text }) =>
    sqlStatements(text)
      .filter((statement) => makesEffects.test(statement.text))
      .map(({ start }) => {
        const { line, column } = placeInText(text, start)
        const message =
          'Sayso makes sayso_effects itself before it runs these files; write "create table if not exists sayso_effects", which is right in a database of your own too, or leave it out'
        return { file, line, column, message, excerpt: text.split(/\r?\n/u)[line - 1] ?? '' }
      }),
  )
}

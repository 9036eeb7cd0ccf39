import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UserError } from '../errors.ts'
import { explainPostgres } from './explain-postgres.ts'

const url = 'postgresql://sayso:hunter2@db.example:5432/ledger'

function told(code: string, message: string): string {
  return explainPostgres(Object.assign(new Error(message), { code }), url).message
}

describe('explainPostgres()', () => {
  test('names the place and what mends it', () => {
    expect(told('ECONNREFUSED', 'connect ECONNREFUSED')).toBe(
      'The ledger at postgresql://sayso@db.example:5432/ledger cannot be opened: connect ECONNREFUSED. ' +
        'Start Postgres there, or correct host and port in DATABASE_URL.',
    )
    expect(told('28P01', 'password authentication failed')).toContain('Correct user and password in DATABASE_URL.')
    expect(told('42501', 'permission denied')).toContain('grant create on database "ledger" to "sayso"')
    expect(told('3D000', 'database "ledger" does not exist')).toContain('createdb ledger')
    expect(told('57014', 'canceling statement due to statement timeout')).toContain('Try again later.')
  })

  test('a name that is no percent-encoding stands as it is written', () => {
    const error = Object.assign(new Error('no such database'), { code: '3D000' })
    expect(explainPostgres(error, 'postgres://u:p@h/100%').message).toContain('createdb 100%)')
    expect(explainPostgres(error, 'postgres://u:p@h/my%20shop').message).toContain('createdb my shop)')
  })

  test('a refusal without words is told by its code', () => {
    expect(told('ECONNREFUSED', '')).toContain('cannot be opened: ECONNREFUSED.')
  })

  test('tables that this version does not know are those of a newer Sayso', () => {
    const error = explainPostgres(new Error('corrupted migrations: previously executed migration 099 is missing'), url)
    expect(error).toMatchObject({ code: 'database_version' })
    expect(error.message).toContain('a newer Sayso')
  })

  test('what is explained already stays as it is', () => {
    const known = new UserError('ledger_in_use', 'Other processes work with this ledger.')
    expect(explainPostgres(known, url)).toBe(known)
  })

  test('never shows the password', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{12,30}$/u), fc.string(), (password, code) => {
        const error = Object.assign(new Error('no'), { code })
        expect(explainPostgres(error, `postgres://me:${password}@h/d`).message).not.toContain(password)
      }),
    )
  })
})

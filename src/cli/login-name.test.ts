import { describe, expect, test } from 'vitest'
import { nameOfLogin } from './login-name.ts'

describe('nameOfLogin()', () => {
  test.each(['nina', 'Ana Souza', 'joão', 'n.lima', 'Rootley'])('takes “%s” for what somebody is called', (login) => {
    expect(nameOfLogin(login)).toBe(login)
  })

  test.each(['root', 'Administrator', 'ubuntu', 'ec2-user', 'user', 'USER1', 'node', '', '  ', '1000'])(
    'takes “%s” for nobody’s name',
    (login) => {
      expect(nameOfLogin(login)).toBeNull()
    },
  )

  test('keeps no mark that could dress up as anything', () => {
    expect(nameOfLogin('DOMAIN\\*nina*')).toBe('DOMAINnina')
  })
})

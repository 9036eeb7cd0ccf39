/** Logins that machines come with, in small letters; digits at their end do not count. */
const nobodys = new Set(
  'root admin administrator user username ubuntu debian fedora centos ec2-user ec opc azureuser cloud-user vagrant docker node app sayso bot server service deploy runner ci pi guest test default owner nobody daemon'.split(
    ' ',
  ),
)

/** What somebody with this login is called; `null` for a login that says nothing about its person, such as `root`. */
export function nameOfLogin(login: string): string | null {
  const name = login.replace(/[^\p{L}\p{N} ._-]/gu, '').trim()
  const bare = name.toLowerCase().replace(/[\d._-]+$/u, '')
  return bare === '' || nobodys.has(bare) ? null : name
}

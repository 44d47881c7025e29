import { chownSync } from 'node:fs'
import { expect } from 'vitest'
import { quiver } from '#test/support/backup.ts'
import { describe, test } from '#test/support/club-test.ts'
import { runCommand } from '#test/support/command.ts'
import { emptyFolder } from '#test/support/empty-folder.ts'

/** Runs a command line in this process. */
const typed = (line: string, env: NodeJS.ProcessEnv = {}) => quiver(env, ...line.split(' ').filter(Boolean))

test('help says what there is, with examples and exit codes, and ends well', async () => {
  const { code, stdout, stderr } = await runCommand(['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: quiver <command>\n/)
  expect(stdout).toMatch(/\n {2}doctor .*\n {2}verify .*\n {2}backup .*\n/s)
  expect(stdout).toMatch(/\nExit codes: 0 done, 1 failed or something is wrong, 2 invalid command or setting\.\n/)
})

describe('wrong use', () => {
  test.each([
    ['offcer list', "quiver: unknown command 'offcer' (Did you mean officer?) For help: npm run quiver -- --help"],
    ['verify --fast', "quiver: unknown option '--fast'. For help: npm run quiver -- --help"],
    ['officer add ana', '"ana" isn’t an email address. Enter one like ana@purdue.edu.'],
  ])('"%s" ends with 2 and one line', async (line, complaint) => {
    expect(await typed(line)).toEqual({ code: 2, said: '', complained: complaint })
  })

  test('an option of which npm has made a setting of its own', async () => {
    expect(await typed('import firebase .', { npm_config_dry_run: 'true' })).toEqual({
      code: 2,
      said: '',
      complained:
        'npm treated --dry-run as one of its own options. Put two dashes between "quiver" and the command: npm run quiver -- import firebase …',
    })
  })

  test("root's commands in a club of another user", { skip: process.getuid?.() !== 0 }, async ({ club }) => {
    const nobody = 65_534
    chownSync(club.dataDir, nobody, nobody)
    const { code, complained } = await typed('officer list', { DATA_DIR: club.dataDir })
    expect([code, complained]).toEqual([
      2,
      expect.stringMatching(/ belongs to another user \(65534\).* sudo -iu quiver$/),
    ])
    chownSync(club.dataDir, 0, 0)
    expect((await typed('officer list', { DATA_DIR: club.dataDir })).code).toBe(0)
  })
})

test.each([
  [{ CLUB_CONFIG: '/nowhere/club.config.ts' }, /^\/nowhere\/club\.config\.ts could not be read: /],
  [{}, /^There’s no club in \S+ yet\. Start the server once, or set DATA_DIR to the club’s data folder\.$/],
])('a wrong setting ends with 2 and one line that names it: %o', async (env, complaint) => {
  using made = emptyFolder()
  const { code, said, complained } = await typed('verify', { DATA_DIR: made.folder, ...env })
  expect({ code, said }).toEqual({ code: 2, said: '' })
  expect(complained).toMatch(complaint)
  expect(complained).not.toContain('\n')
})

test('a public server is not filled with the demo', async () => {
  using made = emptyFolder()
  const mail = { SMTP_URL: 'smtps://x:y@mail.example.edu', MAIL_FROM: 'a@example.edu' }
  const env = { DATA_DIR: made.folder, BASE_URL: 'https://club.example.edu', ...mail }
  expect(await typed('seed demo', env)).toMatchObject({
    code: 2,
    complained: 'The demo only runs on this machine. Leave BASE_URL out (it’s https://club.example.edu).',
  })
})

describe('what cannot be done ends with 1 and one line on what to do', () => {
  test('officers: no such address, not verified, removed, the last one', async ({ club }) => {
    const env = { DATA_DIR: club.dataDir }
    const kai = await club.officer()
    const unverified = await club.member({ verified: false })
    const removed = await club.member({ removedAt: '2026-11-24T00:00:00.000Z' })
    const refused = async (line: string) => {
      const { code, said, complained } = await typed(line, env)
      expect({ code, said }).toEqual({ code: 1, said: '' })
      return complained
    }
    expect(await refused('officer add eva@purdue.edu')).toBe(
      'No one has signed up as eva@purdue.edu. Sign up at http://localhost:3000 first, verify the email, then run this again.',
    )
    expect(await refused(`officer add ${unverified.email}`)).toBe(
      `${unverified.email} has signed up but hasn’t verified the email yet. Open the link in the verification email, then run this again.`,
    )
    expect(await refused(`officer add ${removed.email}`)).toBe(
      `${removed.email} has been removed from the club. Restore the account first.`,
    )
    expect(await refused(`officer remove ${kai.email}`)).toBe(
      `${kai.email} is the last officer, and a club needs one. Add another officer first: npm run quiver -- officer add EMAIL`,
    )
  })

  test('a database that is out of reach, without its password', async () => {
    using made = emptyFolder()
    const env = {
      DATA_DIR: made.folder,
      DATABASE_URL: 'postgres://quiver:secret@127.0.0.1:9/quiver',
      AUTH_SECRET: 'a test secret that is long enough 0123456789',
    }
    const { code, complained } = await typed('officer list', env)
    expect(code).toBe(1)
    expect(complained).toMatch(/^The database in DATABASE_URL can’t be used \(.*ECONNREFUSED.*\)\. Check the address/)
    expect(complained).not.toContain('secret')
  })
})

describe('officers', () => {
  test('are added, listed and removed, in any spelling of the address', async ({ club }) => {
    const env = { DATA_DIR: club.dataDir }
    await club.member({ email: 'ana@purdue.edu', nameFirst: 'Ana', nameLast: 'L\u001b[31mopez' })
    await club.member({ email: 'ben@purdue.edu', nameFirst: '', nameLast: '', hasLoggedIn: 0 })
    const says = async (line: string) => {
      const { code, said, complained } = await typed(line, env)
      expect({ code, complained }).toEqual({ code: 0, complained: '' })
      return said
    }
    expect(await says('officer list')).toBe('There are no officers yet. Add one: npm run quiver -- officer add EMAIL')
    expect(await says('officer add Ana@Purdue.edu')).toBe('ana@purdue.edu is now an officer.')
    expect(await says('officer add ana@purdue.edu')).toBe('ana@purdue.edu is already an officer. Nothing to do.')
    expect(await says('officer add ben@purdue.edu')).toBe(
      'ben@purdue.edu is now an officer. The welcome wizard comes up when they next log in.',
    )
    expect(await says('officer list')).toBe(
      'ana@purdue.edu\tAna L[31mopez\nben@purdue.edu\t(hasn’t finished the welcome wizard)',
    )
    expect(await says('officer remove ana@purdue.edu')).toBe('ana@purdue.edu is no longer an officer.')
    expect(await says('officer remove ana@purdue.edu')).toBe('ana@purdue.edu isn’t an officer. Nothing to do.')
  })
})

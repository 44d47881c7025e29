import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createSecrets } from '#server/crypto/secrets.ts'
import { listStoredEmails } from '#server/email/transport.ts'
import { atHttps, createTestClub, describe, goodPassword, type TestClub, test } from '#test/support/club-test.ts'
import { devMailPath } from './dev-mailbox.ts'

const open = (club: TestClub, ip: string, headers: Record<string, string> = {}) =>
  club.app.inject({
    method: 'GET',
    url: devMailPath(club.ctx.secrets),
    remoteAddress: ip,
    headers: { host: 'localhost:3000', ...headers },
  })

describe('the development mailbox', () => {
  // Shows: T99
  test('is open to this machine’s addresses and names, and missing for others and behind a proxy', async ({ club }) => {
    const status = async (ip: string, headers?: Record<string, string>) => (await open(club, ip, headers)).statusCode
    for (const ip of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
      expect([ip, await status(ip)]).toEqual([ip, 200])
    const others = ['192.0.2.1', '10.0.0.1', '0.0.0.0', '::ffff:192.0.2.1', 'fe80::1', '::127.0.0.1', '12.7.0.1']
    for (const ip of others) expect([ip, await status(ip)]).toEqual([ip, 404])
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost'])
      expect([host, await status('127.0.0.1', { host })]).toEqual([host, 200])
    // Another site whose name points to this machine.
    for (const host of ['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])
      expect([host, await status('127.0.0.1', { host })]).toEqual([host, 404])
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])
      expect([name, await status('127.0.0.1', { [name]: '127.0.0.1' })]).toEqual([name, 404])
  })

  // Shows: T99
  test('is only under the key that the server prints at its start', async ({ club }) => {
    const other = createSecrets('a secret of another club that is long enough')
    const key = devMailPath(club.ctx.secrets)
    expect(key).toMatch(/^\/dev\/mail\/[\w-]{22}$/)
    for (const url of ['/dev/mail', '/dev/mail/', '/dev/mail/x', key.slice(0, -1), `${key}x`, devMailPath(other)]) {
      const reply = await club.app.inject({ url, remoteAddress: '127.0.0.1', headers: { host: 'localhost:3000' } })
      expect([url, reply.statusCode]).toEqual([url, 404])
    }
  })

  // Shows: T90, ASVS 1.2.1
  test('shows emails with their links, and text as text', async ({ club }) => {
    const folder = join(club.dataDir, 'mail')
    await club.visitor().api.account.signUp({ email: 'ana@purdue.edu', password: goodPassword })
    await expect.poll(() => listStoredEmails(folder)).toHaveLength(1)
    const evil = '<script>alert(1)</script>"\' http://x/"onmouseover=alert(1)'
    const mail = { id: 'x', to: evil, subject: evil, text: evil, html: evil, at: '2026-11-24T22:50:00.000Z' }
    await writeFile(join(folder, '9.json'), JSON.stringify(mail))
    const { payload } = await open(club, '127.0.0.1')
    expect(payload).toContain('&#60;script&#62;')
    expect(payload).toMatch(/href="http:\/\/localhost:3000\/verify#token=[\w-]{43}"/)
    expect(payload).not.toMatch(/<script|"onmouseover/)
  })

  // Shows: ASVS 15.2.3
  test('is missing if emails are sent by SMTP', async () => {
    const { SMTP_URL, MAIL_FROM } = atHttps
    await using club = await createTestClub('sqlite', { env: { SMTP_URL, MAIL_FROM } })
    expect((await open(club, '127.0.0.1')).statusCode).toBe(404)
  })
})

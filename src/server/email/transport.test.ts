import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { createFileTransport, createSmtpTransport, listStoredEmails } from './transport.ts'

const mail = {
  id: 'a-row-of-the-outbox',
  to: 'ana@purdue.edu',
  subject: 'Hello',
  text: 'Hello.',
  html: '<p>Hello.</p>',
}

describe('an email by SMTP', () => {
  async function recipientsOf(to: string) {
    await using sink = await startSmtpSink()
    const transport = createSmtpTransport({ url: sink.url, from: 'Club <club@example.edu>' }, 'quiver.example.edu')
    await transport.send({ ...mail, to }).catch(() => {})
    transport.close()
    return sink.mails.flatMap((each) => each.to)
  }

  test.each(['ana@purdue.edu', "o'neill+archery@purdue.edu", 'a=b?c{d}|e~f@purdue.edu'])('goes to %s', async (to) => {
    expect(await recipientsOf(to)).toEqual([to])
  })

  // Shows: T6
  test.each([
    'a,b@purdue.edu',
    'ana@evil.com,ben@purdue.edu',
    'ana@evil.com ben@purdue.edu',
    '"ana@evil.com x"@purdue.edu',
    '<ana@evil.com>ben@purdue.edu',
    'ana@evil.com\r\nRCPT TO:<eve@evil.com>\r\n@purdue.edu',
  ])('to %j would go to one mailbox of the club or none (T6)', async (to) => {
    const recipients = await recipientsOf(to)
    expect(recipients.length).toBeLessThanOrEqual(1)
    expect(recipients.filter((recipient) => !recipient.endsWith('@purdue.edu'))).toEqual([])
  })

  test('names its sender, that it was sent automatically, and its outbox row', async () => {
    await using sink = await startSmtpSink()
    const from = 'Bögen & Pfeile <club@example.edu>'
    const transport = createSmtpTransport({ url: sink.url, from }, 'quiver.example.edu')
    await transport.send({ ...mail, subject: 'Grüße\r\nBcc: evil@example.com' })
    transport.close()
    const [received] = sink.mails
    expect(received).toMatchObject({
      from: 'club@example.edu',
      to: ['ana@purdue.edu'],
      text: expect.stringContaining('Hello.'),
      html: expect.stringContaining('<p>Hello.</p>'),
    })
    expect(received?.headers).toMatchObject({
      from: expect.stringContaining('Bögen & Pfeile'),
      'message-id': '<a-row-of-the-outbox@quiver.example.edu>',
      'auto-submitted': 'auto-generated',
    })
    expect(received?.headers).not.toHaveProperty('bcc')
  })
})

// Shows: B13
test('emails as files are written in full or not at all, listed newest first, and limited to the newest thousand', async () => {
  using made = emptyFolder()
  const folder = join(made.folder, 'made-when-needed')
  expect(await listStoredEmails(folder)).toEqual([])
  let now = Date.parse('2026-11-24T22:50:00.000Z')
  const transport = createFileTransport(folder, () => now)
  for (let i = 0; i < 1003; i++) {
    await transport.send({ ...mail, id: `id-${i}`, subject: `Mail ${i}` })
    now += 1000
  }
  await writeFile(join(folder, '2027-half-written.json.part'), '{"subject":')
  const listed = await listStoredEmails(folder)
  expect(listed.map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, i) => `Mail ${1002 - i}`))
  expect(listed[0]).toEqual({ ...mail, id: 'id-1002', subject: 'Mail 1002', at: '2026-11-24T23:06:42.000Z' })
  const kept = await listStoredEmails(folder, 2000)
  expect([kept.length, kept[0]?.subject, kept.at(-1)?.subject]).toEqual([1000, 'Mail 1002', 'Mail 3'])
})

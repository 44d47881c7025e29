import { once } from 'node:events'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { startSmtpSink } from './support/smtp-sink.ts'

function transportTo(url: string) {
  return createTransport({ url, connectionTimeout: 1_000, greetingTimeout: 300, socketTimeout: 1_000 })
}

const mail = { from: '"The Club" <club@example.org>', to: 'ana@example.org', subject: 'Hello', text: 'Hello.' }

describe('the SMTP sink', () => {
  test('decodes headers, quoted-printable and base64, and finds the links', async () => {
    await using sink = await startSmtpSink()
    const transport = transportTo(sink.url)
    const link = `https://quiver.example/verify?token=${'a=b&'.repeat(30)}end`
    for (const textEncoding of ['quoted-printable', 'base64'] as const) {
      await transport.sendMail({
        ...mail,
        subject: 'Grüße – zum Bogenschießen 🏹, ein Betreff, der für eine Zeile zu lang ist',
        text: `Señor, follow ${link}.\n(Or http://127.0.0.1:3000/x)`,
        html: `<p>Señor, <a href="${link.replaceAll('&', '&amp;')}">here</a> or <a href='https://only.example/html'>there</a>.</p>`,
        headers: { 'X-Reason': 'Prüfung' },
        textEncoding,
      })
      const received = await sink.waitForMail({ to: 'Ana@example.org', subject: /Bogenschießen/ })
      expect(received).toMatchObject({
        from: 'club@example.org',
        to: ['ana@example.org'],
        subject: 'Grüße – zum Bogenschießen 🏹, ein Betreff, der für eine Zeile zu lang ist',
        links: [link, 'http://127.0.0.1:3000/x', 'https://only.example/html'],
      })
      expect(received.text).toContain('Señor')
      expect(received.html).toContain('Señor')
      expect(received.headers['x-reason']).toBe('Prüfung')
    }
  })

  test('a client that hangs up in the middle has sent no email, and the next one is taken', async () => {
    await using sink = await startSmtpSink()
    const { port } = new URL(sink.url)
    const socket = connect(Number(port), '127.0.0.1')
    for (const line of ['HELO me', 'MAIL FROM:<a@example.org>', 'RCPT TO:<b@example.org>', 'DATA', 'Subject: Half']) {
      await once(socket, 'data')
      socket.write(`${line}\r\n`)
    }
    socket.destroy()
    await transportTo(sink.url).sendMail(mail)
    await sink.waitForMail({ to: 'ana@example.org' })
    expect(sink.mails).toHaveLength(1)
  })

  test('an email is waited for, and each wait returns the next one', async () => {
    await using sink = await startSmtpSink()
    const transport = transportTo(sink.url.replace('//', '//user:secret@'))
    const waits = [sink.waitForMail({ to: mail.to }), sink.waitForMail({ to: mail.to, subject: 'Second' })]
    await transport.sendMail({ ...mail, to: 'ben@example.org' })
    await transport.sendMail({ ...mail, subject: 'First' })
    await transport.sendMail({ ...mail, subject: 'Second', bcc: 'cleo@example.org' })
    expect((await Promise.all(waits)).map(({ subject }) => subject)).toEqual(['First', 'Second'])
    expect((await sink.waitForMail({ to: 'cleo@example.org' })).to).toEqual(['ana@example.org', 'cleo@example.org'])
    expect(sink.mails).toHaveLength(3)
    await expect(sink.waitForMail({ to: mail.to }, 50)).rejects.toThrow('No mail to ana@example.org')
  })

  test.each([
    ['refuse', { message: expect.stringContaining('ECONNREFUSED') }],
    ['hang', { code: 'ETIMEDOUT' }],
    ['4xx', { responseCode: 451 }],
    ['5xx', { responseCode: 550 }],
    ['drop', { command: 'CONN' }],
  ] as const)('fails on request: %s', async (fault, error) => {
    await using sink = await startSmtpSink()
    const transport = transportTo(sink.url)
    await transport.sendMail(mail)
    await sink.fail(fault)
    await expect(transport.sendMail(mail)).rejects.toMatchObject(error)
    expect(sink.mails).toHaveLength(1)
    await sink.fail()
    await transport.sendMail(mail)
    expect(sink.mails).toHaveLength(2)
  })

  test('a connection that was open when the fault began fails too', async () => {
    await using sink = await startSmtpSink()
    const transport = createTransport({ url: sink.url, pool: true, maxConnections: 1, greetingTimeout: 300 })
    await transport.sendMail(mail)
    await sink.fail('refuse')
    await expect(transport.sendMail(mail)).rejects.toThrow()
    transport.close()
  })
})

import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { createSmtpTransport, type EmailTimeouts, MayHaveArrivedError } from './transport.ts'

const minute = 60_000

const open = ({ url }: { url: string }, timeouts?: EmailTimeouts) =>
  createSmtpTransport({ url, from: 'Club <club@example.edu>' }, 'localhost', timeouts)

const mail = (to: string, stopAt?: string) => ({
  id: `mail-${to}`,
  to,
  subject: 'Hello',
  preview: '',
  text: 'Hello',
  html: '<p>Hello</p>',
  ...(stopAt !== undefined && { stopAt }),
})
const takenBy = ({ mails }: SmtpSink) => mails.flatMap(({ to }) => to)
const stopAt = 'https://quiver.example.edu/unsubscribe/token'

// Shows: T88
test('an email to a server that replies late counts as sent, and not with a shorter timeout (negative control)', async () => {
  await using server = await startSmtpSink({ reply: (socket) => setTimeout(() => socket.write('250 Taken\r\n'), 1500) })
  const transport = open(server)
  await transport.send(mail('ana@example.edu'))
  const impatient = open(server, { silentForMs: 500, wholeMailMs: minute })
  await expect(impatient.send(mail('ben@example.edu'))).rejects.toThrow(MayHaveArrivedError)
  expect(takenBy(server)).toEqual(['ana@example.edu', 'ben@example.edu'])
  for (const each of [transport, impatient]) each.close()
})

describe('a server that drips', () => {
  /** Sends a byte every 200 ms without end, except for one recipient. */
  const reply = (socket: Socket, to: string) => {
    if (to === 'ana@example.edu') return void socket.write('250 Taken\r\n')
    const timer = setInterval(() => socket.write('2'), 200)
    socket.on('close', () => clearInterval(timer))
  }

  test('during a notification doesn’t hold up an email about an account', async () => {
    await using server = await startSmtpSink({ reply })
    const transport = open(server)
    const dripping = transport.send(mail('ben@example.edu', stopAt)).catch((error) => error)
    await expect.poll(() => takenBy(server)).toEqual(['ben@example.edu'])
    await transport.send(mail('ana@example.edu'))
    expect(takenBy(server)).toEqual(['ben@example.edu', 'ana@example.edu'])
    transport.close()
    expect(await dripping).toBeInstanceOf(Error)
  })

  // Shows: T88
  test('is given up after the time for a whole email, and right away at a stop', async () => {
    await using server = await startSmtpSink({ reply })
    const transport = open(server, { silentForMs: minute, wholeMailMs: 1000 })
    await expect(transport.send(mail('ben@example.edu'))).rejects.toThrow(MayHaveArrivedError)
    const stopped = open(server)
    const dripping = stopped.send(mail('cam@example.edu')).catch((error) => error)
    await expect.poll(() => takenBy(server)).toContain('cam@example.edu')
    const beganAt = performance.now()
    stopped.close()
    expect(await dripping).toBeInstanceOf(MayHaveArrivedError)
    expect(performance.now() - beganAt).toBeLessThan(1000)
    transport.close()
  })
})

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Mail } from './compose-email.ts'

type OutgoingEmail = Mail & { id: string; to: string }
export type EmailTransport = {
  /**
   * Resolves when the mail server has accepted the email; rejects with the server's error otherwise.
   * @throws MayHaveArrivedError if the whole email was sent, but no response came
   */
  send: (mail: OutgoingEmail) => Promise<void>
  close: () => void
}

/** How long to wait for a mail server. */
export type EmailTimeouts = {
  /** Between two bytes from the server, in ms. */
  silentForMs: number
  /** For one email in total, in ms, even if the server keeps sending bytes. */
  wholeMailMs: number
}

/**
 * A server may take ten minutes to accept an email after its last byte (RFC 5321, 4.5.3.2.6). Giving up sooner would send some emails
 * twice.
 */
const usualEmailTimeouts: EmailTimeouts = { silentForMs: 10 * 60_000, wholeMailMs: 12 * 60_000 }

/**
 * Sends email by SMTP. Account emails, which someone is waiting for, have their own connection, so that they never queue behind slow
 * notifications. The Message-ID is derived from the outbox row, so that email programs show an email that was sent twice after a crash
 * only once.
 */
export function createSmtpTransport(
  smtp: { url: string; from: string },
  host: string,
  timeouts: EmailTimeouts = usualEmailTimeouts,
): EmailTransport {
  const [account, news] = [createConnection(smtp, host, timeouts), createConnection(smtp, host, timeouts)]
  return {
    send: (mail) => (mail.stopAt === undefined ? account : news).send(mail),
    close() {
      account.close()
      news.close()
    },
  }
}

type Target = { host?: string | undefined; port?: number | string | undefined; secure?: boolean | undefined }
type SocketGiven = (error: Error | null, options?: { connection: Socket }) => void

/** One SMTP connection. The library is loaded at the first email. */
function createConnection(smtp: { url: string; from: string }, host: string, timeouts: EmailTimeouts): EmailTransport {
  let opened: ReturnType<typeof open> | undefined
  const messages = new Map<string, Readable>()
  const sockets = new Set<Socket>()
  async function open() {
    const { default: nodemailer } = await import('nodemailer')
    const transport = nodemailer.createTransport({
      url: smtp.url,
      pool: true,
      maxConnections: 1,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: timeouts.silentForMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      // We open the socket, so that we can destroy it: the library doesn't close a connection in use.
      getSocket: (to: Target, done: SocketGiven) => {
        const socket = connect(Number(to.port ?? (to.secure ? 465 : 587)), to.host ?? 'localhost')
        sockets.add(socket)
        socket.setTimeout(10_000, () => socket.destroy(new Error('Connection timeout')))
        socket.once('close', () => sockets.delete(socket))
        const failed = (error: Error) => done(error)
        socket.once('error', failed)
        socket.once('connect', () => {
          socket.off('error', failed)
          socket.setTimeout(0)
          done(null, { connection: socket })
        })
      },
    })
    transport.use('stream', ({ message }, done) => {
      message.processFunc((stream) => {
        messages.set(message.messageId(), stream)
        return stream
      })
      done()
    })
    return transport
  }
  function cutOff(why: string) {
    for (const socket of sockets) socket.destroy(new Error(why))
  }
  return {
    async send({ id, to, subject, text, html, stopAt }) {
      opened ??= open().catch((error) => {
        // Loading the library may succeed for the next email.
        opened = undefined
        throw error
      })
      const transport = await opened
      const messageId = `<${id}@${host}>`
      const timer = setTimeout(() => cutOff('The mail server took too long'), timeouts.wholeMailMs)
      try {
        // The address as an object, so that nodemailer doesn't parse it: quoting tricks exploit its parser (T6).
        await transport.sendMail({
          from: smtp.from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated', ...(stopAt !== undefined && oneClick(stopAt)) },
        })
      } catch (error) {
        const isGiven = messages.get(messageId)?.readableEnded === true
        if (!(error instanceof Error) || 'responseCode' in error || !isGiven) throw error
        throw new MayHaveArrivedError(error.message, { cause: error })
      } finally {
        clearTimeout(timer)
        messages.delete(messageId)
      }
    },
    close: () =>
      void opened?.then(
        (transport) => {
          transport.close()
          cutOff('The server stops')
        },
        () => {},
      ),
  }
}

/** With both headers, an email program shows its own unsubscribe button (RFC 8058). */
function oneClick(stopAt: string) {
  return { 'List-Unsubscribe': `<${stopAt}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export type StoredEmail = OutgoingEmail & { at: string }

/** Older files are deleted, because anyone who can reach a development server could fill the disk with emails. */
const maxStoredEmails = 1000

/** For development, without SMTP: stores emails as files, which the development mailbox shows. */
export function createFileTransport(folder: string, now: () => number): EmailTransport {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const at = new Date(now()).toISOString()
      const file = join(folder, `${at.replaceAll(':', '-')}-${mail.id}.json`)
      const stored: StoredEmail = { ...mail, at }
      await writeFile(`${file}.part`, JSON.stringify(stored, null, 2))
      await rename(`${file}.part`, file)
      const names = await listFileNames(folder)
      await Promise.all(names.slice(maxStoredEmails).map((name) => rm(join(folder, name), { force: true })))
    },
    close: () => {},
  }
}

/** @returns the stored emails, newest first */
export async function listStoredEmails(folder: string, most = 50): Promise<StoredEmail[]> {
  const newest = (await listFileNames(folder)).slice(0, most)
  return Promise.all(newest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredEmail))
}

/** File names, newest first: each begins with its time. */
async function listFileNames(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
}

/** Thrown by a sender if the receiving service says when to retry. */
export class TryLaterError extends Error {
  override name = 'TryLaterError'
  readonly afterMs: number

  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** Thrown by a sender if the message may have been accepted, but the response was lost. */
export class MayHaveArrivedError extends Error {
  override name = 'MayHaveArrivedError'
}

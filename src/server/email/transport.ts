import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Mail } from './compose-email.ts'

type OutgoingEmail = Omit<Mail, 'notice'> & { id: string; to: string }
export type EmailTransport = {
  /**
   * Resolves when the far end has taken the mail. @throws whatever the far end says otherwise
   * @throws MayHaveArrivedError where it was given the mail, and nothing was heard after
   */
  send: (mail: OutgoingEmail) => Promise<void>
  close: () => void
}

/** How long a mail server is waited for, in ms. */
export type EmailTimeouts = {
  /** From one byte of its to the next. */
  silentForMs: number
  /** For one mail in all, however slowly it answers. */
  wholeMailMs: number
}

/**
 * A server may take ten minutes after the last byte of a mail (RFC 5321, 4.5.3.2.6). Given up sooner, it would take the mail and get it
 * again.
 */
export const usualEmailTimeouts: EmailTimeouts = { silentForMs: 10 * 60_000, wholeMailMs: 12 * 60_000 }

/**
 * Real mail by SMTP. Mails about the account, for which somebody waits, have a connection of their own: however long the server takes
 * for notifications, they don't stand behind them. The Message-ID is the outbox row's, so that a mail sent twice after a crash shows
 * as one.
 */
export function createSmtpTransport(
  smtp: { url: string; from: string },
  host: string,
  patience: EmailTimeouts = usualEmailTimeouts,
): EmailTransport {
  const [account, news] = [createConnection(smtp, host, patience), createConnection(smtp, host, patience)]
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

/** One connection, by a library that is loaded for the first mail. */
function createConnection(smtp: { url: string; from: string }, host: string, patience: EmailTimeouts): EmailTransport {
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
      socketTimeout: patience.silentForMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      // Opened here, so that it can be cut off, which the library does to none that is in use.
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
        // What could not be loaded now may be loaded for the next mail.
        opened = undefined
        throw error
      })
      const transport = await opened
      const messageId = `<${id}@${host}>`
      const timer = setTimeout(() => cutOff('The mail server took too long'), patience.wholeMailMs)
      try {
        // The address as an object: nodemailer must not parse it, for that is where quoting tricks live (T6).
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

/** Both together are what mail programs ask of a button of their own (RFC 8058). */
function oneClick(stopAt: string) {
  return { 'List-Unsubscribe': `<${stopAt}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export type StoredEmail = OutgoingEmail & { at: string }

/** As files no more are kept: whoever can reach a development server could fill the disk with them. */
const mostKeptMails = 1000

/** Without SMTP, on one's own machine only: mails become files, and the development mailbox shows them. */
export function createFileTransport(folder: string, now: () => number): EmailTransport {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const at = new Date(now()).toISOString()
      const file = join(folder, `${at.replaceAll(':', '-')}-${mail.id}.json`)
      const kept: StoredEmail = { ...mail, at }
      await writeFile(`${file}.part`, JSON.stringify(kept, null, 2))
      await rename(`${file}.part`, file)
      const names = await keptFiles(folder)
      await Promise.all(names.slice(mostKeptMails).map((name) => rm(join(folder, name), { force: true })))
    },
    close: () => {},
  }
}

/** The kept mails, newest first. */
export async function listStoredEmails(folder: string, most = 50): Promise<StoredEmail[]> {
  const newest = (await keptFiles(folder)).slice(0, most)
  return Promise.all(newest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as StoredEmail))
}

/** Their names, newest first: each begins with its time. */
async function keptFiles(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
}

/** What a far end throws that says itself when it wants to be asked again. */
export class TryLaterError extends Error {
  override name = 'TryLaterError'
  readonly afterMs: number

  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** What a way of sending throws where the far end may have taken all of it, and its answer was lost. */
export class MayHaveArrivedError extends Error {
  override name = 'MayHaveArrivedError'
}

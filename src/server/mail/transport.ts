import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Mail } from './mails.ts'
import { MayHaveArrivedError } from './try-later.ts'

export type OutgoingMail = Omit<Mail, 'notice'> & { id: string; to: string }
export type MailTransport = {
  /**
   * Resolves when the far end has taken the mail. @throws whatever the far end says otherwise
   * @throws MayHaveArrivedError where it was given the mail, and nothing was heard after
   */
  send: (mail: OutgoingMail) => Promise<void>
  close: () => void
}

/** Real mail by SMTP, by a library that is loaded for the first mail. The Message-ID is the outbox row's, so that a mail sent twice after a crash shows as one. */
export function createSmtpTransport(smtp: { url: string; from: string }, host: string): MailTransport {
  let opened: ReturnType<typeof open> | undefined
  const messages = new Map<string, Readable>()
  async function open() {
    const { default: nodemailer } = await import('nodemailer')
    const transport = nodemailer.createTransport({
      url: smtp.url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
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
  return {
    async send({ id, to, subject, text, html, stopAt }) {
      opened ??= open().catch((error) => {
        // What could not be loaded now may be loaded for the next mail.
        opened = undefined
        throw error
      })
      const transport = await opened
      const messageId = `<${id}@${host}>`
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
        messages.delete(messageId)
      }
    },
    close: () =>
      void opened?.then(
        (transport) => transport.close(),
        () => {},
      ),
  }
}

/** Both together are what mail programs ask of a button of their own (RFC 8058). */
function oneClick(stopAt: string) {
  return { 'List-Unsubscribe': `<${stopAt}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

export type KeptMail = OutgoingMail & { at: string }

/** Without SMTP, on one's own machine only: mails become files, and `/dev/mail` shows them. */
export function createFileTransport(folder: string, now: () => number): MailTransport {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const at = new Date(now()).toISOString()
      const file = join(folder, `${at.replaceAll(':', '-')}-${mail.id}.json`)
      const kept: KeptMail = { ...mail, at }
      await writeFile(`${file}.part`, JSON.stringify(kept, null, 2))
      await rename(`${file}.part`, file)
    },
    close: () => {},
  }
}

/** The kept mails, newest first. */
export async function listKeptMails(folder: string, most = 50): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, most)
  return Promise.all(newest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as KeptMail))
}

import { once, setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { decodeWords } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/**
 * The server's fault: `refuse` accepts no connections, `hang` accepts them and then says nothing, `4xx` and `5xx`
 * reject every recipient temporarily and permanently, `drop` receives the complete message, discards it, and closes the
 * connection without a reply.
 */
export type SmtpFault = 'refuse' | 'hang' | '4xx' | '5xx' | 'drop'

export interface Mail {
  /** From the envelope, as are the recipients; the message's own header is in `headers`. */
  from: string
  to: string[]
  subject: string
  /** By lower-case name, decoded; the last one of a name wins. */
  headers: Record<string, string>
  text: string
  html: string
  /** The http(s) links of the text part, then those that only the HTML part has. */
  links: string[]
  raw: string
}

export interface MailWanted {
  to: string
  subject?: string | RegExp
}

export interface SmtpSink extends AsyncDisposable {
  /** For SMTP_URL. Any user and password are accepted, and so is none. */
  url: string
  /** Every email received, oldest first. */
  mails: readonly Mail[]
  /** The oldest matching email that no earlier call for that address has returned; waits if there is none yet. */
  waitForMail(wanted: MailWanted, timeoutMs?: number): Promise<Mail>
  /** Sets the fault, for open connections, too; without an argument all is well again. */
  fail(fault?: SmtpFault): Promise<void>
  stop(): Promise<void>
}

/** A real SMTP server on 127.0.0.1 that stores what it receives. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: Mail[] = []
  const returned = new Map<Mail, Set<string>>()
  const sockets = new Map<string, Socket>()
  const arrived = new EventTarget()
  // No limit for calls that wait for an email.
  setMaxListeners(0, arrived)
  let fault: SmtpFault | undefined

  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onConnect: (_session, done) => {
      if (fault !== 'hang') done()
    },
    onRcptTo: (_address, _session, done) => {
      if (fault === '4xx') return done(smtpError(451, 'Try again later'))
      if (fault === '5xx') return done(smtpError(550, 'No such mailbox'))
      done()
    },
    onData: async (stream, session, done) => {
      const raw = await buffer(stream).catch(() => null)
      // A client that disconnects in the middle has sent no email.
      if (raw === null) return
      if (fault === 'drop') return void sockets.get(peerOf(session))?.destroy()
      mails.push(await readMail(raw, session))
      arrived.dispatchEvent(new Event('mail'))
      done()
    },
  })
  // Clients may disconnect in the middle.
  smtp.on('error', () => {})
  smtp.server.on('connection', (socket: Socket) => {
    const peer = `${socket.remoteAddress}:${socket.remotePort}`
    sockets.set(peer, socket)
    socket.on('close', () => sockets.delete(peer))
  })

  const listen = (port: number) => once(smtp.server.listen(port, '127.0.0.1'), 'listening')
  const closeAll = async () => {
    const closed = smtp.server.listening ? once(smtp.server, 'close') : undefined
    smtp.server.close()
    for (const socket of sockets.values()) socket.destroy()
    await closed
  }

  await listen(0)
  const address = smtp.server.address()
  if (address === null || typeof address === 'string') throw new Error('The SMTP server has no port')
  const { port } = address

  const takeMail = ({ to, subject }: MailWanted) => {
    const address = to.toLowerCase()
    const mail = mails.find(
      (mail) =>
        mail.to.some((recipient) => recipient.toLowerCase() === address) &&
        (subject instanceof RegExp ? subject.test(mail.subject) : subject === undefined || mail.subject === subject) &&
        !returned.get(mail)?.has(address),
    )
    if (mail) returned.set(mail, new Set(returned.get(mail)).add(address))
    return mail
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async waitForMail(wanted, timeoutMs = 10_000) {
      const timeout = AbortSignal.timeout(timeoutMs)
      for (;;) {
        const mail = takeMail(wanted)
        if (mail) return mail
        try {
          await once(arrived, 'mail', { signal: timeout })
        } catch {
          const known = mails.map((mail) => `${mail.to.join(', ')}: ${mail.subject}`).join('\n') || 'none at all'
          throw new Error(
            `No mail to ${wanted.to} (${wanted.subject ?? 'any subject'}) in ${timeoutMs} ms. Received:\n${known}`,
          )
        }
      }
    },
    async fail(next) {
      if (next === fault) return
      const before = fault
      fault = next
      if (next === 'refuse' || next === 'hang') await closeAll()
      if (before === 'hang') for (const socket of sockets.values()) socket.destroy()
      if (next !== 'refuse' && !smtp.server.listening) await listen(port)
    },
    stop: closeAll,
    [Symbol.asyncDispose]: closeAll,
  }
}

function peerOf(session: SMTPServerSession) {
  return `${session.remoteAddress}:${session.remotePort}`
}

function smtpError(responseCode: number, message: string) {
  return Object.assign(new Error(message), { responseCode })
}

async function readMail(raw: Buffer, { envelope }: SMTPServerSession): Promise<Mail> {
  const message = await PostalMime.parse(raw)
  const text = message.text ?? ''
  const html = message.html ?? ''
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    subject: message.subject ?? '',
    headers: Object.fromEntries(message.headers.map(({ key, value }) => [key, decodeWords(value)])),
    text,
    html,
    links: [...new Set([...linksIn(text), ...hrefsIn(html)])],
    raw: raw.toString('latin1'),
  }
}

function linksIn(text: string) {
  // A period or bracket after a link belongs to the sentence.
  return (text.match(/https?:\/\/[^\s<>"']+/g) ?? []).map((link) => link.replace(/[.,;:!?)\]]+$/, ''))
}

function hrefsIn(html: string) {
  return [...html.matchAll(/\bhref\s*=\s*(?:"(https?:[^"]*)"|'(https?:[^']*)')/gi)].map((match) =>
    (match[1] ?? match[2] ?? '').replaceAll('&amp;', '&'),
  )
}

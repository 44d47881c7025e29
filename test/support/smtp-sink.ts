import { once, setMaxListeners } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
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

type MailWanted = { to: string; subject?: string | RegExp }

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>

/** What the server sends after a whole email to this address, in place of its usual reply, and when. */
type Reply = (socket: Socket, to: string) => void

/** A real SMTP server on 127.0.0.1 that stores what it receives. */
export async function startSmtpSink({ reply }: { reply?: Reply } = {}) {
  const mails: Mail[] = []
  /** Which email was returned for which address. */
  const returned = new Set<string>()
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
      const refusals = { '4xx': 451, '5xx': 550 } as Partial<Record<SmtpFault | 'none', number>>
      const responseCode = refusals[fault ?? 'none']
      done(responseCode ? Object.assign(new Error('Refused'), { responseCode }) : undefined)
    },
    onData: async (stream, session, done) => {
      const raw = await buffer(stream).catch(() => null)
      // A client that disconnects in the middle has sent no email.
      if (raw === null) return
      const socket = sockets.get(peerOf(session))
      if (fault === 'drop') return void socket?.destroy()
      const mail = await readMail(raw, session)
      mails.push(mail)
      arrived.dispatchEvent(new Event('mail'))
      if (reply && socket) reply(socket, mail.to[0] ?? '')
      else done()
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
  const { port } = smtp.server.address() as AddressInfo

  const isWanted = (mail: Mail, { to, subject }: MailWanted) =>
    mail.to.some((recipient) => recipient.toLowerCase() === to.toLowerCase()) &&
    (subject instanceof RegExp ? subject.test(mail.subject) : subject === undefined || mail.subject === subject) &&
    !returned.has(`${mails.indexOf(mail)} ${to.toLowerCase()}`)

  return {
    /** For SMTP_URL. Any user and password are accepted, and so is none. */
    url: `smtp://127.0.0.1:${port}`,
    /** Every email received, oldest first. */
    mails: mails as readonly Mail[],
    /** The oldest matching email that no earlier call for that address has returned; waits if there is none yet. */
    async waitForMail(wanted: MailWanted, timeoutMs = 10_000) {
      const timeout = AbortSignal.timeout(timeoutMs)
      for (;;) {
        const mail = mails.find((each) => isWanted(each, wanted))
        if (mail) {
          returned.add(`${mails.indexOf(mail)} ${wanted.to.toLowerCase()}`)
          return mail
        }
        await once(arrived, 'mail', { signal: timeout }).catch(() => {
          const known = mails.map((each) => `${each.to.join(', ')}: ${each.subject}`).join('\n') || 'none at all'
          const what = `${wanted.to} (${wanted.subject ?? 'any subject'})`
          throw new Error(`No mail to ${what} in ${timeoutMs} ms. Received:\n${known}`)
        })
      }
    },
    /** Sets the fault, for open connections, too; without an argument all is well again. */
    async fail(next?: SmtpFault) {
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

/** Settings for a club that sends its emails to the sink. */
export const mailBy = (sink: Pick<SmtpSink, 'url'>) => ({
  SMTP_URL: sink.url,
  MAIL_FROM: 'Archery Club <archery@example.edu>',
})

function peerOf(session: SMTPServerSession) {
  return `${session.remoteAddress}:${session.remotePort}`
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
  return [...html.matchAll(/\bhref=(["'])(https?:.*?)\1/g)].map(([, , href = '']) => href.replaceAll('&amp;', '&'))
}

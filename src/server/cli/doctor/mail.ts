import { randomUUID } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isThisMachine } from '../../config/this-machine.ts'
import type { Db } from '../../db/database.ts'
import { createSmtpTransport } from '../../mail/transport.ts'
import { count } from '../terminal.ts'
import type { Limits, Part } from './facts.ts'
import { codeOf, type Finding, inWords, ok, warning, wordsOf, wrong } from './finding.ts'
import { isNobodys } from './nobodys.ts'

type Smtp = { url: string; from: string }

/** Longer than a mail server that greylists takes, and a mail is late. */
const lateMs = 30 * 60_000

export const mail: Part = {
  name: 'Mail',
  async look({ settings, database, clock, limits, mailTo, club }) {
    const { smtp, baseUrl } = settings
    const waiting = database === null ? [] : await lookAtOutbox(database.db, clock.now())
    if (smtp === null)
      return [
        ok('No mail server is set: mails stay on this machine, at /dev/mail, as is right for trying it out.'),
        ...waiting,
      ]
    const line = await lookAtServer(smtp, limits)
    const sender = await lookAtSender(smtp, limits)
    const sent =
      mailTo !== null && line.every(({ state }) => state === 'ok')
        ? [await sendOne(smtp, mailTo, { baseUrl, name: club.name })]
        : []
    return [...line, ...sender, ...sent, ...waiting]
  },
}

/** Greeting, encryption and sign-in, as a mail would go, and no mail. */
async function lookAtServer(smtp: Smtp, limits: Limits): Promise<Finding[]> {
  const url = new URL(smtp.url)
  const secure = url.protocol === 'smtps:'
  const where = `${url.hostname}:${url.port || (secure ? 465 : 587)}`
  const connection = new SMTPConnection({
    ...nodemailerOptions(smtp.url),
    connectionTimeout: limits.answerWithinMs / 2,
    greetingTimeout: limits.answerWithinMs / 2,
    socketTimeout: limits.answerWithinMs,
  })
  const user = decodeURIComponent(url.username)
  let step: 'connect' | 'login' = 'connect'
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect((error) => (error ? reject(error) : resolve()))
    })
    step = 'login'
    if (user !== '')
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject)
        const credentials = { user, pass: decodeURIComponent(url.password) }
        connection.login({ user, credentials }, (error) => (error ? reject(error) : resolve()))
      })
    if (!connection.secure && !isThisMachine(url.hostname))
      return [
        wrong(
          `The line to ${where} is not encrypted: password and links can be read on the way.`,
          'Use the port with encryption: smtps://…:465, or a server that offers STARTTLS.',
        ),
      ]
    const how = connection.secure ? 'encrypted' : 'not encrypted, on this machine'
    return [ok(`${where} answers, ${how}${user === '' ? ', without signing in' : ', and lets us in'}.`)]
  } catch (error) {
    return [whyNoLine(error, { where, secure, step, port: url.port })]
  } finally {
    connection.close()
  }
}

/** What nodemailer makes of such an address. */
function nodemailerOptions(url: string) {
  const { hostname, port, protocol, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const trusting = searchParams.get('tls.rejectUnauthorized') === 'false'
  return {
    // Without the brackets of an address.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...(trusting ? { tls: { rejectUnauthorized: false } } : {}),
  }
}

type Line = { where: string; secure: boolean; step: 'connect' | 'login'; port: string }

function whyNoLine(error: unknown, { where, secure, step, port }: Line): Finding {
  const code = codeOf(error)
  const said = wordsOf(error)
  if (step === 'login')
    return wrong(
      `${where} does not let us in: ${said}.`,
      'Check user and password in SMTP_URL; signs like @ : / in them are written %40 %3A %2F, and many providers want a password made for programs.',
    )
  if (/certificate|self.signed|altname/i.test(said) || /^(CERT_|DEPTH_|SELF_SIGNED|ERR_TLS_CERT)/.test(code))
    return wrong(
      `${where} shows a certificate that can't be trusted: ${said}.`,
      'Use the name in SMTP_URL that stands in its certificate, or ask who runs it to renew that.',
    )
  if (/wrong version number|packet length too long|ssl3_get_record/i.test(said))
    return wrong(
      `${where} does not begin with encryption: ${said}.`,
      'Write smtp:// for this port (587, 25); smtps:// belongs to 465.',
    )
  if (!secure && port === '465')
    return wrong(`${where} says nothing in clear text.`, 'Write smtps:// for port 465; smtp:// belongs to 587.')
  if (['EDNS', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return wrong(
      `The name of the mail server can't be found: ${said}.`,
      'Check the host in SMTP_URL, and that this machine can look names up.',
    )
  if (code === 'ECONNREFUSED' || /ECONNREFUSED/.test(said))
    return wrong(
      `${where} refuses connections.`,
      'Check host and port in SMTP_URL: 465 with smtps://, 587 with smtp://.',
    )
  return wrong(
    `${where} can't be reached: ${said}.`,
    'Check host and port in SMTP_URL; many hosting companies close 25, and some 465 and 587, until one asks them.',
  )
}

async function lookAtSender({ url, from }: Smtp, limits: Limits): Promise<Finding[]> {
  const domain = domainOf(from)
  if (isNobodys(domain))
    return [
      wrong(
        `MAIL_FROM is at ${domain}, which nobody has.`,
        "Set MAIL_FROM to an address that is the club's own, so that mails are taken and answers arrive.",
      ),
    ]
  const user = decodeURIComponent(new URL(url).username)
  const userDomain = user.includes('@') ? domainOf(user) : domain
  const findings: Finding[] = []
  if (userDomain !== domain)
    findings.push(
      warning(
        `Mails say that they come from ${domain}, and are sent by an account at ${userDomain}: many mailboxes take that for spam.`,
        `Set MAIL_FROM to the address that SMTP_URL signs in with, or ask whoever looks after ${domain} to name the mail server in its SPF record.`,
      ),
    )
  return [...findings, ...(await lookUpDomain(domain, limits))]
}

async function lookUpDomain(domain: string, { nameServers, answerWithinMs }: Limits): Promise<Finding[]> {
  const resolver = new Resolver({ timeout: answerWithinMs / 4, tries: 1 })
  if (nameServers.length > 0) resolver.setServers(nameServers)
  try {
    // Without a mail server of its own, its address takes its mails (RFC 5321, 5.1).
    await resolver.resolveMx(domain).catch(async (error) => {
      if (codeOf(error) !== 'ENODATA') throw error
      await Promise.any([resolver.resolve4(domain), resolver.resolve6(domain)]).catch(() => {
        throw error
      })
    })
    return []
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOTFOUND' && code !== 'ENODATA')
      return [
        warning(
          `Whether ${domain} takes mail could not be looked up (${code}).`,
          'Check that this machine can look names up: getent hosts example.com',
        ),
      ]
    return [
      wrong(
        `MAIL_FROM is at ${domain}, which ${code === 'ENOTFOUND' ? 'does not exist' : 'takes no mail'}.`,
        'Correct MAIL_FROM: mails from there are refused or taken for spam, and answers to them get lost.',
      ),
    ]
  }
}

function domainOf(address: string) {
  return (/@([^\s@<>]+)>?$/.exec(address)?.[1] ?? '').toLowerCase()
}

async function sendOne(smtp: Smtp, to: string, { baseUrl, name }: { baseUrl: string; name: string }): Promise<Finding> {
  const transport = createSmtpTransport(smtp, new URL(baseUrl).hostname)
  const subject = `${name}: a mail on trial`
  const text = `Somebody who looks after ${baseUrl} tries whether its mails arrive. Nothing is to be done.`
  try {
    await transport.send({ id: randomUUID(), to, subject, text, html: `<p>${text}</p>` })
    return ok(`A mail to ${to} was taken. If it is not in the inbox in a minute, look into the spam folder.`)
  } catch (error) {
    return wrong(
      `The mail server did not take a mail to ${to}: ${wordsOf(error)}.`,
      'Check that MAIL_FROM is an address that this mail account may send from.',
    )
  } finally {
    transport.close()
  }
}

/** What waits, and what was given up lately. */
export async function lookAtOutbox(db: Db, nowMs: number): Promise<Finding[]> {
  const open = db.selectFrom('mailOutbox').where('sentAt', 'is', null).where('subscriptionId', 'is', null)
  const waiting = await open
    .where('failedAt', 'is', null)
    // News may wait for a practice to be on again, or for a member to be back; whoever sends looks at it every few minutes.
    .where(({ or, eb }) =>
      or([eb('practiceId', 'is', null), eb('tries', '>', 0), eb('nextTryAt', '<=', new Date(nowMs).toISOString())]),
    )
    .select(['createdAt', 'lastError'])
    .orderBy('createdAt')
    .execute()
  const { failed } = await open
    .where('failedAt', 'is not', null)
    .where('lastError', 'is not', null)
    .where('failedAt', '>', new Date(nowMs - 7 * 24 * 3_600_000).toISOString())
    .where('lastError', '<>', 'the person is gone')
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .executeTakeFirstOrThrow()
  const oldest = waiting[0]
  const age = oldest ? nowMs - Date.parse(oldest.createdAt) : 0
  const findings: Finding[] = []
  if (oldest && age > lateMs) {
    const error = waiting.findLast(({ lastError }) => lastError !== null)?.lastError
    findings.push(
      wrong(
        `${count(waiting.length, 'mail')} wait${waiting.length === 1 ? 's' : ''} to be sent, the oldest for ${inWords(age)}${error ? `; last answer: ${error}` : ''}.`,
        'Put right what is said above about the mail server, and see that a server runs: they leave by themselves then, with a link up to a day after they were written, news until the practice is past.',
      ),
    )
  }
  if (failed > 0)
    findings.push(
      warning(
        `${count(failed, 'mail')} of the last 7 days could not be sent at all.`,
        'Whoever misses a link asks for another; the log says why: journalctl -u quiver | grep mail',
      ),
    )
  return findings
}

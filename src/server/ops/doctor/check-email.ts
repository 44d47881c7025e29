import { randomUUID } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Db } from '#server/db/database.ts'
import { createSmtpTransport } from '#server/email/transport.ts'
import { isLocalhost } from '#server/ops/config/is-localhost.ts'
import { count } from '#server/ops/terminal.ts'
import { type CheckGroup, codeOf, type Finding, inWords, type Limits, messageOf, ok, warning, wrong } from './check.ts'

type Smtp = { url: string; from: string }

/** An unsent email older than this is late; longer than greylisting usually takes. */
const lateMs = 30 * 60_000

export const mail: CheckGroup = {
  name: 'Email',
  async look({ settings, database, clock, limits, mailTo, club }) {
    const { smtp, baseUrl } = settings
    const waiting = database === null ? [] : await lookAtOutbox(database.db, clock.now())
    if (smtp === null)
      return [
        ok(
          'No email server is set up: emails stay on this machine, at the address that the start prints. That’s fine for trying things out.',
        ),
        ...waiting,
      ]
    const connection = await lookAtServer(smtp, limits)
    const sender = await lookAtSender(smtp, limits)
    const sent =
      mailTo !== null && connection.every(({ state }) => state === 'ok')
        ? [await sendOne(smtp, mailTo, { baseUrl, name: club.name })]
        : []
    return [...connection, ...sender, ...sent, ...waiting]
  },
}

/** Connects and logs in as for sending an email, but sends none. */
async function lookAtServer(smtp: Smtp, limits: Limits): Promise<Finding[]> {
  const url = new URL(smtp.url)
  const secure = url.protocol === 'smtps:'
  const where = `${url.hostname}:${url.port || (secure ? 465 : 587)}`
  const connection = new SMTPConnection({
    ...nodemailerOptions(smtp.url),
    connectionTimeout: limits.timeoutMs / 2,
    greetingTimeout: limits.timeoutMs / 2,
    socketTimeout: limits.timeoutMs,
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
    if (!connection.secure && !isLocalhost(url.hostname))
      return [
        wrong(
          `The connection to ${where} isn’t encrypted: the password and links can be read along the way.`,
          'Use the encrypted port (smtps://…:465), or a server that supports STARTTLS.',
        ),
      ]
    const how = connection.secure ? 'encrypted' : 'not encrypted, on this machine'
    return [ok(`${where} responds, ${how}${user === '' ? ', without a login' : ', and accepts the login'}.`)]
  } catch (error) {
    return [explainSmtpError(error, { where, secure, step, port: url.port })]
  } finally {
    connection.close()
  }
}

/** The connection options that nodemailer derives from such a URL. */
function nodemailerOptions(url: string) {
  const { hostname, port, protocol, searchParams } = new URL(url)
  const secure = protocol === 'smtps:'
  const trusting = searchParams.get('tls.rejectUnauthorized') === 'false'
  return {
    // An IPv6 address without its brackets.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    ...(trusting ? { tls: { rejectUnauthorized: false } } : {}),
  }
}

type SmtpAttempt = { where: string; secure: boolean; step: 'connect' | 'login'; port: string }

function explainSmtpError(error: unknown, { where, secure, step, port }: SmtpAttempt): Finding {
  const code = codeOf(error)
  const said = messageOf(error)
  if (step === 'login')
    return wrong(
      `${where} rejects the login: ${said}.`,
      'Check the user and password in SMTP_URL. Write characters like @ : / as %40 %3A %2F. Many providers require an app password.',
    )
  if (/certificate|self.signed|altname/i.test(said) || /^(CERT_|DEPTH_|SELF_SIGNED|ERR_TLS_CERT)/.test(code))
    return wrong(
      `${where} has a certificate that can’t be trusted: ${said}.`,
      'In SMTP_URL, use the name in its certificate, or ask its operator to renew the certificate.',
    )
  if (/wrong version number|packet length too long|ssl3_get_record/i.test(said))
    return wrong(
      `${where} doesn’t start with encryption: ${said}.`,
      'Use smtp:// for this port (587, 25). smtps:// is for 465.',
    )
  if (!secure && port === '465')
    return wrong(`${where} doesn’t respond without encryption.`, 'Use smtps:// for port 465. smtp:// is for 587.')
  if (['EDNS', 'ENOTFOUND', 'EAI_AGAIN'].includes(code))
    return wrong(
      `The email server’s name can’t be found: ${said}.`,
      'Check the host in SMTP_URL, and that DNS works on this machine.',
    )
  if (code === 'ECONNREFUSED' || /ECONNREFUSED/.test(said))
    return wrong(
      `${where} refuses connections.`,
      'Check the host and port in SMTP_URL: 465 with smtps://, 587 with smtp://.',
    )
  return wrong(
    `${where} can’t be reached: ${said}.`,
    'Check the host and port in SMTP_URL. Many hosting companies block port 25, and some block 465 and 587, until you ask.',
  )
}

async function lookAtSender({ url, from }: Smtp, limits: Limits): Promise<Finding[]> {
  const domain = domainOf(from)
  if (isReservedDomain(domain))
    return [
      wrong(
        `MAIL_FROM is at ${domain}, which isn’t a real domain.`,
        'Set MAIL_FROM to the club’s own email, so emails are accepted and replies arrive.',
      ),
    ]
  const user = decodeURIComponent(new URL(url).username)
  const userDomain = user.includes('@') ? domainOf(user) : domain
  const findings: Finding[] = []
  if (userDomain !== domain)
    findings.push(
      warning(
        `Emails are from ${domain}, but an account at ${userDomain} sends them. Many mailboxes treat that as spam.`,
        `Set MAIL_FROM to the account in SMTP_URL, or ask the owner of ${domain} to add the email server to its SPF record.`,
      ),
    )
  return [...findings, ...(await lookUpDomain(domain, limits))]
}

async function lookUpDomain(domain: string, { nameServers, timeoutMs }: Limits): Promise<Finding[]> {
  const resolver = new Resolver({ timeout: timeoutMs / 4, tries: 1 })
  if (nameServers.length > 0) resolver.setServers(nameServers)
  try {
    // Without an MX record, email goes to the domain's A or AAAA address (RFC 5321, 5.1).
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
          `Couldn’t look up whether ${domain} accepts email (${code}).`,
          'Check that DNS works on this machine: getent hosts example.com',
        ),
      ]
    return [
      wrong(
        `MAIL_FROM is at ${domain}, which ${code === 'ENOTFOUND' ? 'doesn’t exist' : 'doesn’t accept email'}.`,
        'Correct MAIL_FROM. Emails from there are rejected or treated as spam, and replies are lost.',
      ),
    ]
  }
}

function domainOf(address: string) {
  return (/@([^\s@<>]+)>?$/.exec(address)?.[1] ?? '').toLowerCase()
}

async function sendOne(smtp: Smtp, to: string, { baseUrl, name }: { baseUrl: string; name: string }): Promise<Finding> {
  const transport = createSmtpTransport(smtp, new URL(baseUrl).hostname)
  const subject = `${name}: test email`
  const text = `This is a test email from ${baseUrl}. No action needed.`
  try {
    await transport.send({ id: randomUUID(), to, subject, text, html: `<p>${text}</p>` })
    return ok(`The email to ${to} was accepted. If it isn’t in the inbox within a minute, check the spam folder.`)
  } catch (error) {
    return wrong(
      `The email server rejected the email to ${to}: ${messageOf(error)}.`,
      'Check that this account is allowed to send from MAIL_FROM.',
    )
  } finally {
    transport.close()
  }
}

/** Finds emails that are late, and emails given up in the last 7 days. */
export async function lookAtOutbox(db: Db, nowMs: number): Promise<Finding[]> {
  const open = db.selectFrom('mailOutbox').where('sentAt', 'is', null).where('subscriptionId', 'is', null)
  const waiting = await open
    .where('failedAt', 'is', null)
    // A notification with a future `nextTryAt` and no attempt is waiting on purpose, for example until a canceled practice is back on.
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
        `${count(waiting.length, 'email')} waiting to be sent, the oldest for ${inWords(age)}${error ? `; last error: ${error}` : ''}.`,
        'Fix the email server problem above, and make sure a server is running. The emails are then sent automatically: those with links for up to a day, notifications until the practice is over.',
      ),
    )
  }
  if (failed > 0)
    findings.push(
      warning(
        `${count(failed, 'email')} from the last 7 days couldn’t be sent at all.`,
        'Anyone missing a link can request another. The log says why: journalctl -u quiver | grep mail',
      ),
    )
  return findings
}

/** Whether a domain is reserved for examples and tests (RFC 2606, RFC 6761), or has only one label. */
export function isReservedDomain(domain: string) {
  return (
    /(^|\.)(example|test|invalid|localhost|local|example\.(com|net|org|edu))$/.test(domain) || !domain.includes('.')
  )
}

// Shows: T89

import { setTimeout as pause } from 'node:timers/promises'
import { createServerClock } from '#test/support/server-clock.ts'
import { type SmtpSink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { addressNumber, openPhone, orNothing, type Reply } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { manyMails } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const requests = 1_000
const atOnce = 10
const hourMs = 3_600_000
const mostAnHour = 5
const leastGapMs = 60_000

export const fault: Fault = {
  name: 'mailbox-flood',
  promise:
    'A thousand requests of every kind within an hour, from a thousand addresses and under every spelling, bring one mailbox five mails, a minute apart at least (T89).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 15,
  async run(context) {
    const smtp = await startSmtpSink()
    context.onEnd(() => smtp.stop())
    const clock = await createServerClock(new Date().toISOString())
    context.onEnd(() => clock[Symbol.asyncDispose]())
    const club = await seedClub(context, {
      members: 2,
      club: { passwords: { hideKnownAddresses: true } },
      env: { ...clock.env, TRUST_PROXY: '1', SMTP_URL: smtp.url, MAIL_FROM: 'Archery Club <archery@purdue.edu>' },
    })
    const server = await club.start()
    const at = { club, smtp, clock, context }
    const [member, other] = club.members.map(({ email }) => email)
    const wrong: string[] = []
    const figures: Record<string, number | string> = {}
    const asked = context.rounds(requests)
    const newcomer = 'victim@purdue.edu'
    await signUp(openPhone(club.url, '', '192.0.2.1'), newcomer, '')
    for (const [who, email] of Object.entries({ 'a newcomer': newcomer, 'a member': member ?? '' })) {
      const statuses = await bombard(at, email, asked)
      const mails = mailsTo(smtp, email)
      const gapMs = await leastGap(club, email)
      const strange = Object.keys(statuses).filter((status) => !['200', '400', '409', '429'].includes(status))
      if (strange.length > 0) wrong.push(`${who}: some requests were answered ${strange}`)
      if (mails > mostAnHour) wrong.push(`${who}: ${mails} mails came in an hour`)
      if (mails === 0) wrong.push(`${who}: no mail came at all`)
      if (gapMs < leastGapMs) wrong.push(`${who}: two mails were ${gapMs} ms apart`)
      await pass(at, hourMs)
      await openPhone(club.url, '', '192.0.2.1').post('/api/auth/request-password-reset', { email })
      await drained(at)
      if (mailsTo(smtp, email) !== mails + 1) wrong.push(`${who}: after an hour no mail comes any more`)
      figures[`${who}: requests`] = asked
      figures[`${who}: answers`] = Object.entries(statuses)
        .map(([status, count]) => `${count}×${status}`)
        .join(' ')
      figures[`${who}: mails in the hour`] = mails
      figures[`${who}: least gap, s`] = Math.floor(gapMs / 1000)
      context.say(`${who}: ${mails} mails`)
    }

    await server.kill()
    await club.start((await copyTree(context, [manyMails])).root)
    await bombard(at, other ?? '', 4 * atOnce)
    const unguarded = mailsTo(smtp, other ?? '')
    if (unguarded <= mostAnHour) wrong.push('the control did not notice: no more mails come without the limit')
    figures['mails without the limit (control)'] = unguarded
    return outcomeOf(wrong, figures)
  },
}

type At = {
  club: SeededClub
  smtp: SmtpSink
  clock: Awaited<ReturnType<typeof createServerClock>>
  context: FaultContext
}

let nowMs = Date.now()

async function pass({ clock }: At, ms: number) {
  nowMs += ms
  await clock.set(new Date(nowMs).toISOString())
}

let asker = 0

/** Sends this many requests spread over an hour of the club's clock, ten at a time, each from its own address. */
async function bombard(at: At, email: string, count: number) {
  const statuses: Record<string, number> = {}
  const bursts = Math.ceil(count / atOnce)
  for (let burst = 0; burst < bursts; burst++) {
    const token = /#token=([\w-]+)/.exec(at.smtp.mails.findLast(({ to }) => isOf(email, to))?.text ?? '')?.[1]
    const asked = Array.from({ length: atOnce }, (_, i) => {
      asker += 1
      const kind = kinds[(burst + i) % kinds.length] ?? signUp
      return orNothing(
        kind(openPhone(at.club.url, '', addressNumber(asker)), spelled(email, i), token ?? 'x'.repeat(43)),
      )
    })
    for (const reply of await Promise.all(asked)) {
      const status = reply?.status ?? 'none'
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    // Wait for emails under way, so that each is sent at the time it was requested.
    await drained(at)
    await pass(at, Math.floor(hourMs / bursts))
  }
  return statuses
}

type Kind = (phone: ReturnType<typeof openPhone>, email: string, token: string) => Promise<Reply>
const signUp: Kind = (phone, email) => phone.act('account.signUp', { email, password: 'the long password of someone' })
/** Every request with which someone who isn't logged in can send an email. */
const kinds: Kind[] = [
  signUp,
  (phone, email) => phone.act('account.resendVerification', { email }),
  (phone, email) => phone.post('/api/auth/request-password-reset', { email }),
  (phone, _email, token) => phone.act('account.resendExpired', { token }),
]

/** Other spellings of an address that reach the same mailbox. */
function spelled(email: string, i: number) {
  const spellings = [email, email.toUpperCase(), ` ${email} `, email.replace('@', `+${i}@`), email.replace('@', '+@')]
  return spellings[i % spellings.length] ?? email
}

const localOf = (email: string) => email.replace(/[+@].*$/, '')
const isOf = (email: string, to: string[]) => to.some((each) => localOf(each) === localOf(email))
const mailsTo = (smtp: SmtpSink, email: string) => smtp.mails.filter(({ to }) => isOf(email, to)).length

/** Waits until every requested email was sent. */
async function drained({ club, context }: At) {
  const unsent = club.db.selectFrom('mailOutbox').select('id').where('sentAt', 'is', null).where('failedAt', 'is', null)
  while ((await unsent.execute()).length > 0) await pause(5, undefined, { signal: context.signal })
}

/** The shortest time between two emails to any spelling of this address, in the hour that has passed. */
async function leastGap({ db }: SeededClub, email: string) {
  const rows = await db
    .selectFrom('mailOutbox')
    .innerJoin('user', 'user.id', 'mailOutbox.userId')
    .select(['mailOutbox.createdAt', 'user.email'])
    .orderBy('mailOutbox.createdAt')
    .execute()
  const times = rows.filter((row) => isOf(email, [row.email])).map(({ createdAt }) => Date.parse(createdAt))
  return Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))
}

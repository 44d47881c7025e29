// Shows: T88, ASVS 16.5.2

import { setTimeout as pause } from 'node:timers/promises'
import { type FaultProxy, type NetworkFault, startFaultProxy } from '#test/support/fault-proxy.ts'
import { type SmtpFault, type SmtpSink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { freeSpots, rsvpAll } from './fill-spots.ts'
import { openPhone, orNothing, p99 } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { noSecondTry } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const signUpsAFault = 30
/** How many spots become free for someone who keeps it; each sends an email that no one is waiting for. */
const spotsAFault = 10
const atOnce = 3
/** The email server's timeouts are ten seconds or more, so a faster response proves that the request didn't wait for it. */
const answersWithinMs = 1_000
const awayMs = 6_000
/** The outbox retries after a minute at most. */
const arriveWithinMs = 150_000

/** Faults of the network, and errors of the email server itself. */
const faults: Record<string, NetworkFault | SmtpFault> = {
  refuse: { kind: 'refuse' },
  hang: { kind: 'hang' },
  cut: { kind: 'cut', afterBytes: 900 },
  slow: { kind: 'slow', bytesPerSecond: 300 },
  '4xx': '4xx',
  '5xx': '5xx',
}

export const fault: Fault = {
  name: 'mail-away',
  promise:
    'While the mail server is away, hangs, breaks off, crawls or turns everybody away, sign-ups and answers to practices are answered at once, and no mail is lost (T88).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const smtp = await startSmtpSink()
    context.onEnd(() => smtp.stop())
    const proxy = await startFaultProxy(Number(new URL(smtp.url).port))
    context.onEnd(() => proxy.stop())
    const mail = { SMTP_URL: `smtp://127.0.0.1:${proxy.port}`, MAIL_FROM: 'Archery Club <archery@purdue.edu>' }
    const places = context.rounds(spotsAFault) * (Object.keys(faults).length + 1)
    const club = await seedClub(context, { members: 2 * places, env: mail })
    let server = await club.start()
    const at = { club, smtp, proxy, context, inPlace: club.members.slice(0, places) }
    await rsvpAll(club, places)
    const wrong: string[] = []
    const figures: Figures = {}
    const healthy = await signUps(club, 'healthy', context.rounds(signUpsAFault))
    figures['sign-up p99 ms, all well'] = p99(healthy.times)
    let doubled = 0
    let mails = 0
    for (const name of Object.keys(faults)) {
      const before = spotEmails(smtp)
      const { emails, freed } = await whileAway(at, name, wrong, figures)
      const counts = await arrivals(smtp, emails, arriveWithinMs)
      const told = await spotEmailsSent(smtp, before + freed, arriveWithinMs)
      if (told !== before + freed) wrong.push(`${name}: ${freed} places became free, ${told - before} mails came`)
      figures[`places, ${name}`] = freed
      const lost = counts.filter((count) => count === 0).length
      if (lost > 0) wrong.push(`${name}: ${lost} of ${emails.length} mails never came`)
      doubled += counts.filter((count) => count > 1).length
      mails += emails.length
      figures[`lost, ${name}`] = lost
      context.say(`${name}: ${emails.length} sign-ups, ${lost} mails lost`)
    }
    figures.mails = mails
    figures.doubled = doubled
    if (doubled > mails / 100) wrong.push(`${doubled} of ${mails} mails came twice`)

    await server.kill()
    server = await club.start((await copyTree(context, [noSecondTry])).root)
    const { emails: unguarded } = await whileAway(at, 'refuse', [], {})
    const lost = (await arrivals(smtp, unguarded, 15_000)).filter((count) => count === 0).length
    if (lost === 0) wrong.push('the control did not notice: without a second try no mail was lost')
    figures['lost without a second try (control)'] = lost
    return outcomeOf(wrong, figures)
  },
}

type Figures = Record<string, number | string>
type Members = SeededClub['members']
/** `inPlace`: members with a spot that they haven't given up. */
type At = { club: SeededClub; smtp: SmtpSink; proxy: FaultProxy; context: FaultContext; inPlace: Members }

/** Sign-ups during the fault. @returns the addresses whose emails should arrive after it */
async function whileAway({ club, smtp, proxy, context, inPlace }: At, name: string, wrong: string[], figures: Figures) {
  const fault = faults[name]
  if (typeof fault === 'object') await proxy.set(fault)
  else await smtp.fail(fault)
  const { emails, times, failed } = await signUps(club, name, context.rounds(signUpsAFault))
  const moves = await freeSpots(club, inPlace.splice(0, context.rounds(spotsAFault)))
  await pause(awayMs, undefined, { signal: context.signal })
  await proxy.set({ kind: 'pass' })
  await smtp.fail()
  figures[`sign-up p99 ms, ${name}`] = p99(times)
  figures[`a place is given up p99 ms, ${name}`] = p99(moves)
  if (p99(moves) > answersWithinMs) wrong.push(`${name}: giving up a place took ${p99(moves)} ms`)
  if (failed > 0) wrong.push(`${name}: ${failed} sign-ups failed`)
  if (p99(times) > answersWithinMs) wrong.push(`${name}: a sign-up took ${p99(times)} ms`)
  return { emails, freed: moves.length }
}

const spotEmails = (smtp: SmtpSink) => smtp.mails.filter(({ subject }) => subject.includes('you have a spot')).length

async function spotEmailsSent(smtp: SmtpSink, expected: number, withinMs: number) {
  const until = performance.now() + withinMs
  while (spotEmails(smtp) < expected && performance.now() < until) await pause(250)
  await pause(1_000)
  return spotEmails(smtp)
}

let named = 0

async function signUps(club: SeededClub, why: string, count: number) {
  const emails = Array.from({ length: count }, () => `${why}${named++}@purdue.edu`)
  const waiting = [...emails]
  const times: number[] = []
  let failed = 0
  const phone = openPhone(club.url)
  const work = async () => {
    for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
      const reply = await orNothing(phone.act('account.signUp', { email, password: 'the long password of someone' }))
      if (reply?.status === 200) times.push(reply.ms)
      else failed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { emails, times, failed }
}

/** How many emails each address got, once all have one or the time is up. */
async function arrivals(smtp: SmtpSink, emails: string[], withinMs: number) {
  const count = () => emails.map((email) => smtp.mails.filter((mail) => mail.to.includes(email)).length)
  const until = performance.now() + withinMs
  while (count().includes(0) && performance.now() < until) await pause(250)
  // A duplicate would follow right away, or when its connection is given up.
  await pause(1_000)
  return count()
}

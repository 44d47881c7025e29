import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { freeSpots, rsvpAll } from './fill-spots.ts'
import { openPhone } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { impatientMail } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

/** Emails in the outbox, which no one waits for, before the sign-up. */
const bulk = 10
const lateByMs = 25_000
const dripEveryMs = 5000
/** Long enough for the first reply, and for a retry after a minute. */
const watchedMs = 100_000
const most = { signUpMs: 30_000, stopMs: 10_000 }

type Arrival = { to: string; at: number }

/** How the server replies to an email it has accepted. */
const replies: Record<string, (socket: Socket, to: string) => void> = {
  late: (socket) => void setTimeout(() => socket.write('250 Taken\r\n'), lateByMs),
  dripping(socket, to) {
    if (isNewcomer(to)) return void socket.write('250 Taken\r\n')
    const timer = setInterval(() => socket.write('2'), dripEveryMs)
    socket.on('close', () => clearInterval(timer))
  },
}

export const fault: Fault = {
  name: 'slow-mail',
  promise:
    'A mail server that replies after 25 seconds, or a byte every five seconds, gets each email once, a sign-up’s within 30 seconds however many wait, and a stop takes 10 seconds at most.',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 12,
  async run(context) {
    const wrong: string[] = []
    const figures: Record<string, number> = {}
    for (const kind of Object.keys(replies)) {
      const { arrivals, signUpMs, stopMs } = await watch(context, kind)
      const twice = arrivals.length - new Set(arrivals.map(({ to }) => to)).size
      figures[`emails taken, ${kind}`] = arrivals.length
      figures[`of these twice, ${kind}`] = twice
      figures[`sign-up’s email after ms, ${kind}`] = signUpMs
      figures[`stop ms, ${kind}`] = stopMs
      if (twice > 0) wrong.push(`${kind}: ${twice} emails came again`)
      if (signUpMs > most.signUpMs) wrong.push(`${kind}: the sign-up’s email came after ${signUpMs} ms`)
      if (stopMs > most.stopMs) wrong.push(`${kind}: the stop took ${stopMs} ms`)
      if (!arrivals.some(({ to }) => !isNewcomer(to))) wrong.push(`${kind}: no other email was under way`)
    }
    const { root } = await copyTree(context, [impatientMail])
    const control = await watch(context, 'late', root)
    const twice = control.arrivals.length - new Set(control.arrivals.map(({ to }) => to)).size
    figures['twice without patience (control)'] = twice
    if (twice === 0) wrong.push('the control did not notice: without patience no email came twice')
    return outcomeOf(wrong, figures)
  },
}

/** A sign-up while emails about freed spots are being sent, and a stop in the middle of them. */
async function watch(context: FaultContext, kind: string, root?: string) {
  const arrivals: Arrival[] = []
  await using smtp = await startSmtpSink({
    reply(socket, to) {
      arrivals.push({ to, at: performance.now() })
      replies[kind]?.(socket, to)
    },
  })
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Archery Club <archery@purdue.edu>' }
  const club = await seedClub(context, { members: 2 * bulk, env: mail })
  const server = await club.start(root)
  await rsvpAll(club, bulk)
  await freeSpots(club, club.members.slice(0, bulk))
  await until(() => arrivals.length > 0)
  const signUpMs = await signUp(club, () => arrivals.find(({ to }) => isNewcomer(to))?.at)
  context.say(`${kind}: the sign-up’s email after ${Math.round(signUpMs)} ms`)
  await pause(watchedMs, undefined, { signal: context.signal })
  const from = performance.now()
  await server.stop()
  return { arrivals, signUpMs: Math.round(signUpMs), stopMs: Math.round(performance.now() - from) }
}

async function signUp({ url }: SeededClub, arrivedAt: () => number | undefined) {
  const from = performance.now()
  const input = { email: newcomer, password: 'the long password of someone' }
  const reply = await openPhone(url).act('account.signUp', input)
  if (reply.status !== 200) throw new Error(reply.body)
  await until(() => arrivedAt() !== undefined)
  return (arrivedAt() ?? Number.POSITIVE_INFINITY) - from
}

const newcomer = 'newcomer@purdue.edu'

function isNewcomer(to: string) {
  return to === newcomer
}

/** Waits up to a minute. If it isn't so by then, the checks that follow fail. */
async function until(isSo: () => boolean) {
  for (const end = performance.now() + 60_000; !isSo() && performance.now() < end; ) await pause(100)
}

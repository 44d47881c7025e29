// Shows: T4

import { setTimeout as pause } from 'node:timers/promises'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { mannWhitney, median } from './mann-whitney.ts'
import { addressNumber, openPhone, type Reply } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { noLookWithoutAccount } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const triesEach = 500
const triesOfControl = 30
const warmUps = 20
/** Response times may differ by chance, or by less than anyone can measure over a network. */
const enoughP = 0.05
const enoughMs = 5
/** Enough for most of the work that the previous request started (an email, for example) to finish. */
const calmMs = 10

type Ask = (phone: ReturnType<typeof openPhone>, email: string) => Promise<Reply>

/** Every request that anyone may make about an address. */
const questions: Record<string, Ask> = {
  'sign-in': (phone, email) => phone.post('/api/auth/sign-in/email', { email, password: 'not the password' }),
  reset: (phone, email) => phone.post('/api/auth/request-password-reset', { email }),
  'sign-up': (phone, email) => phone.act('account.signUp', { email, password: 'the long password of someone' }),
  resend: (phone, email) => phone.act('account.resendVerification', { email }),
}

export const fault: Fault = {
  name: 'account-enumeration',
  promise:
    'Sign-in, reset, resending and, in a club that hides who is there, sign-up answer alike for known and unknown addresses: the same bytes and headers, in the same time (T4).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const smtp = await startSmtpSink()
    context.onEnd(() => smtp.stop())
    const club = await seedClub(context, {
      members: context.rounds(triesEach),
      club: { passwords: { hideKnownAddresses: true } },
      env: { TRUST_PROXY: '1', SMTP_URL: smtp.url, MAIL_FROM: 'Archery Club <archery@purdue.edu>' },
    })
    const server = await club.start()
    const wrong: string[] = []
    const figures: Record<string, number | string> = {}
    for (const [name, ask] of Object.entries(questions)) {
      // A second verification email is sent only to unverified accounts.
      await club.db
        .updateTable('user')
        .set({ emailVerified: name === 'resend' ? 0 : 1 })
        .execute()
      const found = await compare(context, club, ask, context.rounds(triesEach))
      if (found.shapes.size > 1) wrong.push(`${name}: answers differ: ${[...found.shapes].join(' | ').slice(0, 500)}`)
      if (found.p <= enoughP && found.gapMs >= enoughMs)
        wrong.push(`${name}: the answers are ${found.gapMs.toFixed(2)} ms apart, p ${found.p.toFixed(4)}`)
      figures[`${name}: known and unknown, ms`] = `${found.knownMs.toFixed(2)} and ${found.unknownMs.toFixed(2)}`
      figures[`${name}: median gap, ms`] = found.gapMs.toFixed(2)
      figures[`${name}: p`] = found.p.toFixed(4)
      figures[`${name}: kinds of answers`] = found.shapes.size
      context.say(`${name}: ${found.gapMs.toFixed(2)} ms apart, p ${found.p.toFixed(4)}, ${found.shapes.size} shape`)
    }
    figures['tries each'] = `2 × ${context.rounds(triesEach)}`

    await server.kill()
    await club.db.updateTable('user').set({ emailVerified: 1 }).execute()
    await club.start((await copyTree(context, [noLookWithoutAccount])).root)
    const told = await compare(context, club, signInOnly, Math.min(triesOfControl, context.rounds(triesEach)))
    if (told.p > enoughP || told.gapMs < enoughMs)
      wrong.push('the control did not notice: who is there could not be told')
    figures['gap where no password is looked at, ms (control)'] = told.gapMs.toFixed(2)
    return outcomeOf(wrong, figures)
  },
}

const signInOnly: Ask = (phone, email) =>
  phone.post('/api/auth/sign-in/email', { email, password: 'not the password either' })

let asked = 0

/** Sends this many requests for each kind of address, in random order, each from its own address. */
async function compare(context: FaultContext, club: SeededClub, ask: Ask, tries: number) {
  await club.db.deleteFrom('rateLimit').execute()
  const times = { known: [] as number[], unknown: [] as number[] }
  const shapes = new Set<string>()
  const askFor = async (email: string) => {
    asked += 1
    const reply = await ask(openPhone(club.url, '', addressNumber(asked)), email)
    await pause(calmMs, undefined, { signal: context.signal })
    return reply
  }
  for (let i = 0; i < warmUps; i++) await askFor(`nobody-${asked}@purdue.edu`)
  for (const { email } of club.members.slice(0, tries)) {
    const pair = [
      { kind: 'known', email },
      { kind: 'unknown', email: `stranger${asked}@purdue.edu` },
    ] as const
    for (const each of Math.random() < 0.5 ? pair : pair.toReversed()) {
      const reply = await askFor(each.email)
      times[each.kind].push(reply.ms)
      shapes.add(shapeOf(reply))
    }
  }
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
  return {
    knownMs,
    unknownMs,
    gapMs: Math.abs(knownMs - unknownMs),
    p: mannWhitney(times.known, times.unknown),
    shapes,
  }
}

/** Everything that can tell two responses apart, except their IDs and times. */
function shapeOf({ status, body, headers }: Reply) {
  const { 'x-request-id': id, date: _date, ...others } = headers
  return JSON.stringify([status, body.replaceAll(String(id), 'its id'), others])
}

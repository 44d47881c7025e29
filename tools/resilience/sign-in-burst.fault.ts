// Shows: T1, T5, T18

import { goodPassword } from '#test/support/club.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { openPhone, orNothing, p99, type Reply } from './phone.ts'
import { seedClub } from './seeded-club.ts'

const newcomersWithinMs = 10 * 60_000
const membersWithinMs = 60_000
/** Wrong passwords from one address within a minute before it must wait. */
const guesses = 130

export const fault: Fault = {
  name: 'sign-in-burst',
  promise:
    'A hundred newcomers sign up and verify within ten minutes, and another hundred sign in within one, from one address, without a refusal.',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const smtp = await startSmtpSink()
    context.onEnd(() => smtp.stop())
    const crowd = context.rounds(100)
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Archery Club <archery@purdue.edu>' }
    const club = await seedClub(context, { members: crowd, env: mail })
    await club.start()
    const phone = openPhone(club.url)
    const refusals: string[] = []
    const note = (what: string, reply: Reply | null) => {
      if (reply?.status !== 200) refusals.push(`${what}: ${reply?.status ?? 'no answer'} ${reply?.json.code ?? ''}`)
    }

    const begunAt = performance.now()
    const signUps = await Promise.all(
      Array.from({ length: crowd }, async (_, i) => {
        const [email, password] = [`newcomer${i}@purdue.edu`, `the long password of ${i}`]
        const signUp = await orNothing(phone.act('account.signUp', { email, password }))
        note('sign-up', signUp)
        const { links } = await smtp.waitForMail({ to: email, subject: /verify/i }, newcomersWithinMs)
        const token = links[0]?.split('#token=')[1] ?? ''
        const verified = await orNothing(phone.act('account.verify', { token, password, keepSignedIn: false }))
        note('verification', verified)
        const cookie = cookieOf(verified)
        const me = await openPhone(club.url, cookie).get('/rpc/session/get')
        if (!me.json.person) refusals.push('a newcomer is not signed in')
        return { signUpMs: signUp?.ms ?? 0, verifyMs: verified?.ms ?? 0 }
      }),
    )
    const newcomersMs = performance.now() - begunAt
    context.say(`${crowd} newcomers in ${Math.round(newcomersMs / 1000)} s`)

    const signInAt = performance.now()
    const signIns = await Promise.all(
      club.members.map(({ email }) =>
        orNothing(phone.post('/api/auth/sign-in/email', { email, password: goodPassword })),
      ),
    )
    const membersMs = performance.now() - signInAt
    for (const reply of signIns) note('sign-in', reply)
    context.say(`${crowd} members in ${Math.round(membersMs / 1000)} s`)

    // The control: the limits work for someone who guesses.
    let held = 0
    for (let i = 0; i < guesses && held === 0; i += 10) {
      const tries = Array.from({ length: 10 }, (_, j) => ({
        email: `guess${i + j}@purdue.edu`,
        password: 'not the one',
      }))
      const replies = await Promise.all(tries.map((each) => orNothing(phone.post('/api/auth/sign-in/email', each))))
      held += replies.filter((reply) => reply?.status === 429).length
    }
    const wrong = [...new Set(refusals)]
    if (held === 0) wrong.push('the control did not notice: a hundred and thirty wrong passwords were let through')
    if (newcomersMs > newcomersWithinMs) wrong.push('the newcomers took more than ten minutes')
    if (membersMs > membersWithinMs) wrong.push('the members took more than a minute')
    return outcomeOf(wrong, {
      newcomers: crowd,
      'signed up and verified in s': (newcomersMs / 1000).toFixed(1),
      'sign-up p99 ms': p99(signUps.map(({ signUpMs }) => signUpMs)),
      'verification p99 ms': p99(signUps.map(({ verifyMs }) => verifyMs)),
      members: club.members.length,
      'signed in in s': (membersMs / 1000).toFixed(1),
      'sign-in p99 ms': p99(signIns.map((reply) => reply?.ms ?? 0)),
      refusals: refusals.length,
      'guessers held up (control)': held,
    })
  },
}

function cookieOf(reply: Reply | null) {
  return reply?.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

// Shows: T5

import pLimit from 'p-limit'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing, p99, type Reply } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { manyKnownSignUps } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const known = 500
const newcomers = 100
/** How many known addresses are revealed to one IP address in ten minutes. */
const mostAnswers = 30
const withinMs = 10 * 60_000
/** Few enough that none is turned away by the password queue. */
const atOnce = 16

export const fault: Fault = {
  name: 'sign-up-enumeration',
  promise:
    'Who asks the sign-up for five hundred known addresses hears of thirty in ten minutes; a hundred newcomers beside somebody who asks, at the same address, are not refused (T5).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const smtp = await startSmtpSink()
    context.onEnd(() => smtp.stop())
    const [addresses, crowd] = [context.rounds(known), context.rounds(newcomers)]
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Archery Club <archery@purdue.edu>' }
    const club = await seedClub(context, { members: addresses, env: { TRUST_PROXY: '1', ...mail } })
    const server = await club.start()
    const wrong: string[] = []
    const emails = club.members.map(({ email }) => email)
    const begunAt = performance.now()
    const prober = await signUpAll(context, club, { ip: '198.51.100.7', emails })
    // On one network with honest people, a stranger requests all other addresses.
    const people = Array.from({ length: crowd }, (_, i) => `newcomer${i}@purdue.edu`)
    const house = await signUpAll(context, club, { ip: '192.0.2.1', emails: inTurn(people, emails.slice(0, crowd)) })
    const tookMs = performance.now() - begunAt
    const probed = answersOf(prober)
    const probedInHouse = answersOf(house.filter(({ email }) => !people.includes(email)))
    const refused = house.filter(({ email, reply }) => people.includes(email) && reply?.status !== 200)
    for (const { told } of [probed, probedInHouse])
      if (told > mostAnswers) wrong.push(`${told} known addresses were told of`)
    if (addresses > mostAnswers && probed.told === 0) wrong.push('nothing was told at all: nothing was tried')
    if (probed.let > 0) wrong.push(`${probed.let} known addresses were signed up again`)
    if (refused.length > 0) wrong.push(`${refused.length} newcomers were refused: ${refused[0]?.reply?.status}`)
    if (tookMs > withinMs) wrong.push('it took more than ten minutes')
    for (const email of people) await smtp.waitForMail({ to: email, subject: /verify/i }, withinMs)

    await server.kill()
    await club.start((await copyTree(context, [manyKnownSignUps])).root)
    const askedAgain = { ip: '203.0.113.5', emails: emails.slice(0, mostAnswers + 10) }
    const unguarded = answersOf(await signUpAll(context, club, askedAgain))
    if (addresses > mostAnswers && unguarded.told <= mostAnswers)
      wrong.push('the control did not notice: no more was told without the limit')
    return outcomeOf(wrong, {
      'known addresses asked for': prober.length,
      'told of': probed.told,
      'turned away (429)': probed.refused,
      newcomers: people.length,
      'newcomers refused': refused.length,
      'told of at their address': probedInHouse.told,
      'all in s': (tookMs / 1000).toFixed(1),
      'sign-up p99 ms': p99([...prober, ...house].map(({ reply }) => reply?.ms ?? 0)),
      'told of without the limit (control)': unguarded.told,
    })
  },
}

type SignUp = { email: string; reply: Reply | null }

function signUpAll(context: FaultContext, club: SeededClub, { ip, emails }: { ip: string; emails: string[] }) {
  const limit = pLimit(atOnce)
  const signUp = async (email: string): Promise<SignUp> => {
    if (context.signal.aborted) return { email, reply: null }
    const password = `the long password of ${email}`
    return { email, reply: await orNothing(openPhone(club.url, '', ip).act('account.signUp', { email, password })) }
  }
  return Promise.all(emails.map((email) => limit(() => signUp(email))))
}

function answersOf(signUps: SignUp[]) {
  const count = (isSo: (reply: Reply) => boolean) => signUps.filter(({ reply }) => reply !== null && isSo(reply)).length
  return {
    told: count(({ json }) => json.code === 'INVALID_FIELD'),
    refused: count(({ status }) => status === 429),
    let: count(({ status }) => status === 200),
  }
}

/** Alternates between the two lists. */
function inTurn(these: string[], those: string[]) {
  return these.flatMap((each, i) => [each, ...those.slice(i, i + 1)])
}

import { randomUUID } from 'node:crypto'
import { goodPassword, type TestClub } from './club.ts'
import { finishedWizard } from './races.ts'
import type { Mail, SmtpSink } from './smtp-sink.ts'

const quarterOfAnHour = 15 * 60_000

export const tokenOf = (mail: Mail) => mail.links[0]?.split('#token=')[1] ?? ''

/**
 * Signs up with this address as a page does and follows the link in the email: signed in, with the wizard next. Moves
 * the clock a quarter of an hour first, because emails per address and hour are limited. @throws the sign-up's error
 */
export async function joinClub(club: TestClub, sink: SmtpSink, typed: string) {
  club.clock.set(new Date(club.clock.now() + quarterOfAnHour).toISOString())
  const { api } = club.visitor()
  await api.account.signUp({ email: typed, password: goodPassword })
  const to = typed.trim().toLowerCase()
  const token = tokenOf(await sink.waitForMail({ to, subject: /verify/i }))
  const reply = await club.visitor().send({
    method: 'POST',
    path: '/rpc/account/verify',
    body: { json: { token, password: goodPassword, keepSignedIn: false } },
    headers: { 'idempotency-key': randomUUID() },
  })
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  const me = club.caller(cookie)
  const { person } = await me.api.session.get()
  if (!person) throw new Error(`${typed} is not signed in: ${reply.statusCode} ${reply.payload}`)
  return { ...me, id: person.userId, finish: () => me.api.welcome.finish(finishedWizard) }
}

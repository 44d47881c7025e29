import { randomUUID } from 'node:crypto'
import { goodPassword, type TestClub } from './club.ts'
import { finishedWizard } from './races.ts'
import type { Mail, SmtpSink } from './smtp-sink.ts'

const quarterOfAnHour = 15 * 60_000

/** For a club whose mails the sink gets. */
export const mailBy = (sink: Pick<SmtpSink, 'url'>) => ({
  SMTP_URL: sink.url,
  MAIL_FROM: 'Archery Club <archery@example.edu>',
})
export const tokenOf = (mail: Mail) => mail.links[0]?.split('#token=')[1] ?? ''

/** Where many people sign up, their passwords are kept as they are: hashing them is not what is tested. */
export function skipHashing(club: TestClub) {
  club.ctx.hashing = {
    hash: async (password) => `plain:${password}`,
    verify: async ({ hash, password }) => hash === `plain:${password}`,
  }
}

/**
 * Signs up with this address as a page does and follows the link of the mail: signed in, the wizard is next. A quarter of an hour after
 * whatever was before, for an address gets few mails an hour. @throws what the sign-up was refused with
 */
export async function comeIn(club: TestClub, sink: SmtpSink, typed: string) {
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

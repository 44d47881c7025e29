import { expect } from 'vitest'
import { mailKinds } from '#domain/notifications.ts'
import { stopMessages } from '#domain/text/email-link-messages.ts'
import { describe, eight, outcomeOf, six, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { mailBy } from '#test/support/smtp-sink.ts'
import { addToOutbox } from './enqueue.ts'
import { unsubscribeToken } from './preferences.ts'

const form = { type: 'application/x-www-form-urlencoded', body: 'List-Unsubscribe=One-Click' }
const parted = {
  type: 'multipart/form-data; boundary=x',
  body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
}

/** Like a mail client: no cookie, no Origin header. */
const press = (club: TestClub, path: string, { type, body }: typeof form, headers = {}) =>
  club.app.inject({ method: 'POST', url: path, payload: body, headers: { 'content-type': type, ...headers } })

describe.each(usualEngines)('unsubscribing in an email program (%s)', () => {
  test.override({ options: ({ sink }, use) => use({ env: mailBy(sink) }) })

  // Shows: T8
  test('takes one click, for this kind only, and a second one changes nothing', async ({ club, sink }) => {
    const ben = await club.member({ hasCar: 1, carCapacity: 4 })
    const practiceId = await club.practice()
    await ben.api.practices.answer({ practiceId, answer: 'driver' })
    const notReplied = await club.practice()
    const before = JSON.stringify({ ...{ title: '', location: 'Elsewhere', off: false }, startsAt: six, endsAt: eight })
    const now = new Date(club.clock.now()).toISOString()
    for (const kind of mailKinds) {
      const row = { to: { userId: ben.id, subscriptionId: null }, before: kind === 'changed' ? before : null }
      const about = { kind, practiceId: kind === 'remind' ? notReplied : practiceId, now, nextTryAt: now }
      await club.ctx.write((tx) => addToOutbox(tx, [row], about))
      club.ctx.outbox.wake()
      const { headers, text } = await sink.waitForMail({ to: ben.email })
      expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
      const url = /^<(http:\/\/localhost:3000\/unsubscribe\/([\w-]+))>$/.exec(headers['list-unsubscribe'] ?? '')
      const [path, token] = [new URL(url?.[1] ?? '').pathname, url?.[2] ?? '']
      expect(text).toContain(`http://localhost:3000/unsubscribe#token=${token}`)
      expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(ben.id)

      // A mail scanner opening the link only gets a redirect to the page; nothing changes.
      const { news } = await ben.api.profile.get()
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers } = await club.app.inject({ method, url: path })
        expect([statusCode, headers.location]).toEqual([302, `http://localhost:3000/unsubscribe#token=${token}`])
      }
      expect(await ben.api.profile.get()).toMatchObject({ news })
      const stopped = { ...news, [kind]: { ...news[kind], mail: false } }
      for (const sent of [form, parted, form]) {
        const reply = await press(club, path, sent)
        expect([reply.statusCode, reply.body]).toEqual([200, stopMessages.stopped[kind]])
        expect((await ben.api.profile.get()).news).toEqual(stopped)
      }
      // Turned on again, then off with the page's button.
      await ben.api.profile.setNews({ news: kind, way: 'mail', wanted: true })
      expect(await club.visitor().api.newsMails.stop({ token })).toEqual({ news: kind })
      expect((await ben.api.profile.get()).news).toEqual(stopped)
    }
  })

  test('says that a link no longer works if it was changed', async ({ club, ana }) => {
    const token = unsubscribeToken(club.ctx.secrets, ana.id, 'place')
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    const sealedForMails = club.ctx.secrets.seal(`place ${ana.id}`)
    for (const wrong of [changed, 'x', sealedForMails]) {
      const reply = await press(club, `/unsubscribe/${wrong}`, form)
      expect([reply.statusCode, reply.json().message]).toEqual([404, expect.stringContaining('no longer works')])
      expect(await outcomeOf(club.visitor().api.newsMails.stop({ token: wrong }))).toBe('link-unknown')
    }
    expect((await ana.api.profile.get()).news.place).toEqual({ mail: true, push: true })
  })
})

import { expect, vi } from 'vitest'
import { createClubWithMail } from './account-requests.ts'
import type { EngineName, TestClub } from './club.ts'

const thursday = { startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' }
const planned = { title: 'Thursday practice', startsOn: '2026-11-26', startTime: '18:00', endTime: '20:00' }

/** Waits until every email that is due was sent or has failed. */
export function untilSent({ db, clock }: TestClub) {
  return vi.waitFor(async () => {
    const now = new Date(clock.now()).toISOString()
    const open = db.selectFrom('mailOutbox').select('id').where('sentAt', 'is', null).where('failedAt', 'is', null)
    const due = open.where((eb) => eb.or([eb('nextTryAt', '<=', now), eb('claimedAt', 'is not', null)]))
    expect(await due.execute()).toEqual([])
  }, 20_000)
}

/** A practice on Thursday with two spots: Ana RSVPs as archer, Ben as driver, and Cam is on the waitlist. Dee doesn't RSVP. */
export async function answeredPractice(engine: EngineName) {
  const club = await createClubWithMail(engine)
  const { sink } = club
  const kai = await club.member({ role: 'Officer', keep: true })
  const practiceId = await club.practice({ title: planned.title, ...thursday })
  await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 2 })
  const named = (name: string) => club.member({ email: `${name}@purdue.edu`, keep: true, hasCar: 1, carCapacity: 4 })
  const people = { ana: await named('ana'), ben: await named('ben'), cam: await named('cam'), dee: await named('dee') }
  await people.ana.api.practices.answer({ practiceId, answer: 'archer' })
  await people.ben.api.practices.answer({ practiceId, answer: 'driver' })
  await people.cam.api.practices.answer({ practiceId, answer: 'archer' })

  async function asItIs() {
    const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
    const { title, location, description, startsAt, endsAt, cancelledAt } = row
    return { title, location, description, startsAt, endsAt, cancelled: cancelledAt !== null }
  }
  const change = async (to: Partial<typeof planned & { location: string }>) => {
    const { location, description, ...expected } = await asItIs()
    const typed = { ...planned, location, description, ...to }
    await kai.api.schedule.change({ practiceId, expected: { ...expected, location, description }, ...typed })
  }
  const cancel = async (cancelled = true, message = '') =>
    kai.api.schedule.cancel({ practiceId, expected: await asItIs(), cancelled, message })
  /** The emails received so far: recipient and subject. */
  async function told() {
    await untilSent(club)
    return sink.mails
      .map(({ to, subject }) => `${to[0]?.split('@')[0]}: ${subject.replace('Archery Club: Thursday practice ', '')}`)
      .sort()
  }
  const toldOf = async (what: string) => (await told()).filter((each) => each.includes(what))
  /** Waits until this many sends have failed. */
  const hasFailed = (many: number) =>
    vi.waitFor(async () => {
      const failed = club.db.selectFrom('mailOutbox').select('id').where('lastError', 'is not', null)
      expect((await failed.execute()).length).toBeGreaterThanOrEqual(many)
    }, 20_000)
  const setLimit = (limit: number, expected: number) =>
    kai.api.managePractices.setLimit({ practiceId, expected, limit })
  return {
    ...{ club, sink, kai, practiceId, ...people },
    ...{ change, cancel, told, toldOf, hasFailed, setLimit },
    [Symbol.asyncDispose]: () => club[Symbol.asyncDispose](),
  }
}

import { expect } from 'vitest'
import type { ProfileDraft } from '#domain/profile.ts'
import { newLink } from '#server/auth/email-tokens.ts'
import type { Tx } from '#server/db/database.ts'
import { setRole } from '#server/features/members/roles.ts'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { kioskOf } from '../support/access-matrix.ts'
import {
  createTestClub,
  describe,
  eight,
  goodPassword,
  type TestClub,
  type TestMember,
  test,
} from '../support/club-test.ts'
import { reasonWhileHeld, whileHeld } from '../support/with-row-locked.ts'
import { removeLocks } from '../support/without-transactions.ts'

// On PostgreSQL, transactions run concurrently. One has changed a row and not yet committed; the second must wait for
// it and decide on the new row. Without the lock it decides on the old one.

const yesterday = '2026-11-23T22:50:00.000Z'
const profile: ProfileDraft = {
  nameFirst: 'Ana',
  nameLast: 'Lopez',
  birthday: '2005-02-28',
  bowType: 'Recurve',
  personalEquipment: 'No',
  hasCar: false,
  pronouns: ['She/Her'],
}

type LockScene = {
  club: TestClub
  ana: TestMember
  kai: TestMember
  bo: TestMember
  /** Only where one is named: its officer would be another one. */
  kiosk: Pick<TestMember, 'api'> | null
  live: string
  ahead: string
}
type LockCase = {
  second: string
  first: (facts: LockScene, tx: Tx) => { execute(): Promise<unknown> }
  act: (facts: LockScene) => Promise<unknown>
  hears: string
}

const member = ({ ana }: LockScene, tx: Tx, set: object) => tx.updateTable('member').set(set).where('id', '=', ana.id)
const practice = (id: string, tx: Tx, set: object) => tx.updateTable('practice').set(set).where('id', '=', id)
const over = { endedAt: eight, endedEarly: 0 }
const cancelled = { cancelledAt: '2026-11-24T22:49:00.000Z' }

const cases: LockCase[] = [
  {
    second: 'a check-in, while the pass is taken away',
    first: (facts, tx) => member(facts, tx, { pass: 'none' }),
    act: ({ ana, live }) => ana.api.practices.checkIn({ practiceId: live }),
    hears: 'no-valid-pass',
  },
  {
    second: 'a check-in, while the practice ends',
    first: ({ live }, tx) => practice(live, tx, over),
    act: ({ ana, live }) => ana.api.practices.checkIn({ practiceId: live }),
    hears: 'no-active-practice',
  },
  {
    second: 'a check-in at a kiosk, while an officer ends the kiosk',
    first: (_, tx) => tx.deleteFrom('kiosk'),
    act: async ({ ana, kiosk }) => kiosk?.api.kiosk.checkIn({ memberId: ana.id }),
    hears: 'UNAUTHORIZED',
  },
  {
    second: 'a check-in at a kiosk, while the practice ends',
    first: ({ live }, tx) => practice(live, tx, over),
    act: async ({ ana, kiosk }) => kiosk?.api.kiosk.checkIn({ memberId: ana.id }),
    hears: 'UNAUTHORIZED',
  },
  {
    second: 'a kiosk, while the practice ends',
    first: ({ live }, tx) => practice(live, tx, over),
    act: ({ bo, live }) => bo.api.kiosks.start({ practiceId: live, pin: '482913' }),
    hears: 'not-live',
  },
  {
    second: 'an answer as a driver, while the car goes',
    first: (facts, tx) => member(facts, tx, { hasCar: 0, carCapacity: 0 }),
    act: ({ ana, ahead }) => ana.api.practices.answer({ practiceId: ahead, answer: 'driver' }),
    hears: 'no-car',
  },
  {
    second: 'an answer, while the practice is cancelled',
    first: ({ ahead }, tx) => practice(ahead, tx, cancelled),
    act: ({ ana, ahead }) => ana.api.practices.answer({ practiceId: ahead, answer: 'archer' }),
    hears: 'practice-cancelled',
  },
  {
    second: 'a removal, while the practice ends',
    first: ({ live }, tx) => practice(live, tx, over),
    act: ({ kai, live }) => kai.api.practices.removeAttendee({ practiceId: live, memberId: kai.id }),
    hears: 'not-live',
  },
  {
    second: 'a use of the last day pass, while it is used',
    first: (facts, tx) => member(facts, tx, { pass: 'none', dayPasses: 0 }),
    act: ({ ana }) => ana.api.passes.use({}),
    hears: 'no-day-passes',
  },
  {
    second: 'a change of the profile, while the account is deleted',
    first: (facts, tx) => member(facts, tx, { removedAt: yesterday, erasedAt: yesterday }),
    act: ({ ana }) => ana.api.profile.save({ nameFirst: 'Late' }),
    hears: 'UNAUTHORIZED',
  },
  {
    second: 'a deletion, while the other officer is one no more',
    first: ({ bo }, tx) => tx.updateTable('member').set({ role: 'Member' }).where('id', '=', bo.id),
    act: ({ kai }) => kai.api.account.delete({ password: goodPassword }),
    hears: 'last-officer',
  },
  {
    second: 'a count set by hand, while another officer sets it',
    first: (facts, tx) => member(facts, tx, { paidPractices: 9 }),
    act: ({ kai, ana }) => kai.api.members.setPaidPractices({ memberId: ana.id, expected: 0, value: 3 }),
    hears: 'changed-meanwhile',
  },
  {
    second: 'a practice that is deleted, while it ends',
    first: ({ live }, tx) => practice(live, tx, over),
    act: ({ kai, live }) => kai.api.managePractices.delete({ practiceId: live }),
    hears: 'went through',
  },
  {
    second: 'a draft, while the wizard is finished',
    first: ({ kai }, tx) => tx.updateTable('member').set({ hasLoggedIn: 1 }).where('id', '=', kai.id),
    act: ({ kai }) => kai.api.welcome.saveDraft({ nameFirst: 'Late' }),
    hears: 'already-finished',
  },
]

/** @param prepare changes the club before the two meet @returns the result of the second one */
async function meet({ second, first, act }: LockCase, prepare = (_club: TestClub) => {}) {
  await using club = await createTestClub('postgres')
  const facts = await setUp(club)
  if (second.includes('at a kiosk')) facts.kiosk = await kioskOf(club)
  if (second.includes('wizard'))
    await club.db.updateTable('member').set({ hasLoggedIn: 0 }).where('id', '=', facts.kai.id).execute()
  prepare(club)
  return await reasonWhileHeld(
    club,
    (tx) => first(facts, tx).execute(),
    () => act(facts),
  )
}

describe.each(['postgres'])('who waits for a row decides on what is there then (%s)', () => {
  test.each(cases)('$second; without the lock, on what was there before (negative control)', async (each) => {
    expect(await meet(each)).toBe(each.hears)
    expect(await meet(each, removeLocks)).not.toBe(each.hears)
  })

  test('a start, while the practice is cancelled', async ({ club }) => {
    const { kai, live, ahead } = await setUp(club)
    await kai.api.practices.endEarly({ practiceId: live })
    const cancel = (tx: Tx) => practice(ahead, tx, cancelled).execute()
    expect(await reasonWhileHeld(club, cancel, () => kai.api.practices.start({ practiceId: ahead }))).toBe(
      'practice-cancelled',
    )
  })

  // Shows: T32
  test('a check-in that waits until the practice is over is judged by the time it is then (T32)', async ({ club }) => {
    const { ana, live } = await setUp(club)
    const hold = (tx: Tx) => practice(live, tx, { description: 'Held.' }).execute()
    const act = () => ana.api.practices.checkIn({ practiceId: live })
    expect(await reasonWhileHeld(club, hold, act, () => club.clock.set(eight))).toBe('no-active-practice')
  })

  test('a claim, while another takes the row over', async ({ club }) => {
    const ana = await club.member({ hasLoggedIn: 0, email: 'ana@purdue.edu' })
    const row = { id: 'a', email: ana.email, kind: 'paid', practiceId: null, paid: 4, consumedAt: null } as const
    await club.db.insertInto('preRegistration').values(row).execute()
    const consume = (tx: Tx) => tx.updateTable('preRegistration').set({ consumedAt: yesterday }).execute()
    await whileHeld(club, consume, () => ana.api.welcome.finish(profile))
    expect((await ana.row()).paidPractices).toBe(0)
  })

  test('a new officer, while that person is removed', async ({ club }) => {
    const { ana } = await setUp(club)
    const remove = (tx: Tx) => tx.updateTable('member').set({ removedAt: yesterday }).where('id', '=', ana.id).execute()
    const act = () => setRole(club.ctx, { email: ana.email, role: 'Officer' })
    expect(await whileHeld(club, remove, act)).toMatchObject({ reason: 'removed' })
  })

  test('a sign-in that puts yesterday’s pass right, while a new one is used', async ({ club }) => {
    const ana = await club.member({ dayPasses: 1 })
    await ana.api.passes.use({})
    const today = await ana.row()
    await club.db.updateTable('member').set({ passUsedAt: yesterday }).where('id', '=', ana.id).execute()
    const use = (tx: Tx) =>
      tx.updateTable('member').set({ passUsedAt: today.passUsedAt }).where('id', '=', ana.id).execute()
    expect((await whileHeld(club, use, () => trySignIn(club, ana.email))).statusCode).toBe(200)
    expect((await ana.row()).pass).toBe('Day Pass')
  })

  test('a sign-in, while that person is removed', async ({ club, ana }) => {
    const remove = async (tx: Tx) => {
      await tx.updateTable('user').set({ name: 'Gone' }).where('id', '=', ana.id).execute()
      await tx.updateTable('member').set({ removedAt: yesterday }).where('id', '=', ana.id).execute()
    }
    expect((await whileHeld(club, remove, () => trySignIn(club, ana.email))).statusCode).toBe(401)
  })

  /** As another device changes the password. */
  async function passwordChange(club: TestClub, { id }: TestMember) {
    const other = await club.ctx.hashing.hash('quite another password')
    return async (tx: Tx) => {
      await tx.updateTable('user').set({ name: 'Held' }).where('id', '=', id).execute()
      await tx.updateTable('account').set({ password: other }).where('userId', '=', id).execute()
    }
  }

  test('a link that is pressed, while the password was changed by other means', async ({ club, ana }) => {
    await club.db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', ana.id).execute()
    const token = await club.ctx.write((tx) => newLink(tx, 'verify', ana.id, club.clock.now()))
    const change = await passwordChange(club, ana)
    const verify = () => club.visitor().api.account.verify({ token, password: goodPassword, keepSignedIn: false })
    expect(await reasonWhileHeld(club, change, verify)).toBe('link-unknown')
  })

  test('a deletion, while the password was changed by other means', async ({ club, ana }) => {
    const change = await passwordChange(club, ana)
    expect(await reasonWhileHeld(club, change, () => ana.api.account.delete({ password: goodPassword }))).toBe(
      'INVALID_FIELD',
    )
    expect((await ana.row()).erasedAt).toBeNull()
  })

  test('the clearing away of a sign-up, while its person verifies', async ({ club, ana }) => {
    const unverified = { emailVerified: 0, createdAt: '2026-11-20T00:00:00.000Z' } as const
    await club.db.updateTable('user').set(unverified).where('id', '=', ana.id).execute()
    const verify = (tx: Tx) => tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', ana.id).execute()
    await whileHeld(club, verify, () => deleteExpired(club.ctx))
    expect((await ana.row()).id).toBe(ana.id)
  })

  test('drafts of different fields that are saved concurrently are all kept', async ({ club }) => {
    const ana = await club.member({ hasLoggedIn: 0 })
    for (let round = 0; round < 10; round++) {
      const drafts = [{ nameFirst: `Ana ${round}` }, { nameLast: `Lopez ${round}` }, { birthday: `2005-02-0${round}` }]
      await Promise.all(drafts.map((draft) => ana.api.welcome.saveDraft(draft)))
      expect((await ana.api.welcome.get()).draft).toEqual(Object.assign({}, ...drafts))
    }
  })

  test('two processes that see a new event concurrently make one practice of it', async ({ club }) => {
    await using beside = await createTestClub('postgres', { beside: club })
    for (let round = 1; round <= 5; round++) {
      await addEventRow(club, `event${round}`)
      await Promise.all([club, beside, club, beside].map(({ calendar }) => calendar.readNow()))
      expect(await club.db.selectFrom('practice').select('id').execute()).toHaveLength(round)
    }
  })
})

function addEventRow({ db }: TestClub, id: string) {
  const times = { startsAt: '2026-11-25T23:00:00.000Z', endsAt: '2026-11-26T01:00:00.000Z', createdAt: 'x' }
  const row = { id, title: 'New', location: '', description: '', sample: 0, ...times } as const
  return db.insertInto('calendarEvent').values(row).execute()
}

async function setUp(club: TestClub): Promise<LockScene> {
  const kai = await club.officer({ pass: 'Carpool Range Pass' })
  const bo = await club.officer()
  const ana = await club.member({ dayPasses: 1, hasCar: 1, carCapacity: 3 })
  const [live, ahead] = [await club.practice(), await club.practice()]
  await kai.api.practices.start({ practiceId: live })
  await kai.api.practices.checkIn({ practiceId: live })
  await club.db.updateTable('member').set({ pass: 'Carpool Range Pass' }).where('id', '=', ana.id).execute()
  return { club, ana, kai, bo, kiosk: null, live, ahead }
}

function trySignIn(club: TestClub, email: string) {
  const body = { email, password: goodPassword }
  return club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body })
}

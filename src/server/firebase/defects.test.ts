import { describe, expect, test } from 'vitest'
import { envOf, quiver } from '#test/support/backup.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, type TestClub } from '#test/support/club.ts'
import { createFolder, moveIn, readFormer } from '#test/support/former-club/move-in.ts'
import {
  type Former,
  filesWith,
  has,
  person,
  practice,
  september,
  tonight,
} from '#test/support/former-club/small-club.ts'
import { planOver } from './take-over.ts'

const event = (title: string, day: string) => ({
  googleEvent: {
    summary: title,
    start: { dateTime: `${day}T18:00:00-05:00` },
    end: { dateTime: `${day}T20:00:00-05:00` },
  },
})
const account = (localId: string, more: object = {}) => ({
  ...{ localId, email: `${localId}@purdue.edu`, emailVerified: true, passwordHash: 'aGFzaA==', salt: 'c2FsdA==' },
  ...more,
})
const user = (id: string, more: object = {}) => ({
  ...{ email: `${id}@purdue.edu`, role: 'Member', hasLoggedIn: true, nameFirst: id, nameLast: 'X' },
  ...{ dayPasses: 1, paidPractices: 1, practices: [], pass: 'none', passUsedAt: null },
  ...more,
})

/** Everything that is wrong in these files, in the order in which it is told. */
const users = {
  admin: user('admin', { role: 'Admin' }),
  seats: user('seats', { hasCar: true, carCapacity: 12 }),
  nocar: user('nocar', { hasCar: false, carCapacity: 4 }),
  leap: user('leap', { birthday: '2005-02-29' }),
  unborn: user('unborn', { birthday: '2094-01-01' }),
  bow: user('bow', { bowType: 'Longbow', personalEquipment: 'Maybe' }),
  pronouns: user('pronouns', { pronouns: ['She/Her', 'she/her', ['They/Them']] }),
  long: user('long', { nameFirst: undefined, firstName: 'x'.repeat(60) }),
  owing: user('owing', { dayPasses: -2, paidPractices: 2.5 }),
  words: user('words', { paidPractices: 'many', pass: 'Season Pass' }),
  unused: user('unused', { pass: 'Day Pass' }),
  early: user('early', { pass: 'Day Pass', passUsedAt: '2099-01-01T00:00:00.000Z' }),
  lists: user('lists', { practices: ['fine', 'fine', 'gone', 7] }),
  alone: user('alone', { practices: ['fine'] }),
  outside: user('outside', { email: 'outside@example.com' }),
  twice: user('twice', { email: 'admin@purdue.edu' }),
  lost: user('lost', { role: 'Officer' }),
  unproved: user('unproved'),
  disabled: user('disabled'),
  moved: user('moved', { email: 'before@purdue.edu' }),
  names: user('names', { 'a*b': 1, __mine__: 2, '': 3 }),
  nosalt: user('nosalt'),
  newcomer: user('newcomer', { hasLoggedIn: false, dayPasses: 0, paidPractices: 0 }),
}
const practices = {
  fine: {
    ...event('Fine', '2025-09-02'),
    ...{ members: ['lists', 'nobody', 'admin'], carpool: ['admin', 'admin'], archers: ['bow'], drivers: ['bow'] },
    ...{ emails: ['a@b@c', 'seats@purdue.edu', 'later@purdue.edu'], carpoolEmails: ['x@example.com'] },
    attendanceLimit: -1,
    isActive: true,
  },
  timeless: { members: ['bow'], name: 'Some day' },
  backwards: {
    googleEvent: { start: { dateTime: '2025-09-04T20:00:00-04:00' }, end: { dateTime: '2025-09-04T18:00:00-04:00' } },
  },
  lost: null,
  odd_20250909T220000Z: { googleEvent: { summary: 'Without a start' }, members: 'everybody' },
}
const files = {
  'users.json': JSON.stringify(users),
  'practices.json': JSON.stringify(practices),
  'settings.json': JSON.stringify({ activePractice: { isActive: true, practiceId: 'nowhere' } }),
  'emailPaidCounts.json': JSON.stringify({
    'later@purdue.edu': { paid: 2 },
    'minus@purdue.edu': { paid: -3 },
    'stranger@example.com': { paid: 4 },
  }),
  'auth.json': JSON.stringify({
    users: [
      ...Object.keys(users)
        .filter(
          (id) => !['outside', 'twice', 'lost', 'newcomer', 'unproved', 'disabled', 'moved', 'nosalt'].includes(id),
        )
        .map((id) => account(id)),
      account('unproved', { emailVerified: false }),
      account('disabled', { disabled: true }),
      account('moved'),
      account('nosalt', { salt: undefined }),
      account('docless', { displayName: `Doc\0tor Less ${'x'.repeat(44)}😀` }),
      { email: 'idless@purdue.edu' },
    ],
  }),
  'hash-config.json': JSON.stringify({
    base64_signer_key: 'a2V5',
    base64_salt_separator: 'Bw==',
    rounds: 8,
    mem_cost: 14,
  }),
  'pfp/admin.png': 'no picture at all',
  'pfp/admin.webp': 'no picture either',
  'pfp/stranger.png': 'of nobody',
  'backup-list.json': JSON.stringify({ users: { admin: user('admin') }, announcements: { one: {} } }),
}

async function balanceOf({ db }: TestClub, id: string) {
  const { paidPractices } = await db.selectFrom('member').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const attended = await db.selectFrom('attendance').select('practiceId').where('memberId', '=', id).execute()
  return paidPractices - attended.length
}

describe('files with defects', () => {
  test('are explained one by one, with what is done about each, and the rest is taken over', async () => {
    await using club = await createTestClub('sqlite')
    await using place = await createFolder(files)
    const typed = (...words: string[]) => quiver(envOf(club), 'import', 'firebase', place.folder, ...words)
    const { code, said, complained } = await typed()
    expect([code, complained]).toEqual([0, ''])
    const lines = said.split('\n')
    const told = lines.slice(
      lines.findIndex((line) => line.includes('as it stands:')),
      lines.indexOf('Taken over:'),
    )
    expect(told).toMatchInlineSnapshot(`
      [
        "55 things could not be taken as it stands:",
        "  auth.json, nosalt, salt: It is missing or no base64. The old password does not sign in; “Forgot Password?” makes a new one.",
        "  auth.json, users[20], localId: Nothing says whose account it is. Left out.",
        "  emailPaidCounts.json, emailPaidCounts/minus@purdue.edu, paid: -3 is no whole number from 0 to 9999. Taken as 0.",
        "  emailPaidCounts.json, emailPaidCounts/stranger@example.com: “stranger@example.com” is no address of the club. Left out, with 4 paid: nobody can sign up with it.",
        "  practices.json, practices/lost: It has no fields. Left out.",
        "  practices.json, practices/fine, archers: “bow” stands among the drivers, too. Taken as a driver.",
        "  practices.json, practices/fine, attendanceLimit: “-1” is no whole number from 1 to 9999. Taken as no limit.",
        "  practices.json, practices/fine, carpool: “admin” stands there more than once. Taken once.",
        "  practices.json, practices/fine, emails: “a@b@c” is no address of the club. Left out: nobody can sign up with it.",
        "  practices.json, practices/fine, carpoolEmails: “x@example.com” is no address of the club. Left out: nobody can sign up with it.",
        "  practices.json, practices/timeless, googleEvent.start: Nothing says when it was. The practice is left out, with who was there; their balances stay as they were.",
        "  practices.json, practices/backwards, googleEvent.end: It ends when or before it begins. Taken as two hours after the start.",
        "  practices.json, practices/odd_20250909T220000Z, googleEvent.start: It has none. Taken from the event’s id.",
        "  practices.json, practices/odd_20250909T220000Z, members: “everybody” is no list. Taken as an empty one.",
        "  users.json, users/admin: It stands in these files more than once. The first one is taken.",
        "  users.json, users/seats, carCapacity: “12”, where a car has 1 to 8 with the driver’s. Taken as 8.",
        "  users.json, users/nocar, carCapacity: “4” seats, and no car. Taken as 0.",
        "  users.json, users/leap, birthday: “2005-02-29” is no day from 1900-01-01 to today. Left empty; the member may fill it in.",
        "  users.json, users/unborn, birthday: “2094-01-01” is no day from 1900-01-01 to today. Left empty; the member may fill it in.",
        "  users.json, users/bow, bowType: “Longbow” is no bow type. Left empty; the member may fill it in.",
        "  users.json, users/bow, personalEquipment: “Maybe” is neither Yes nor No. Left empty; the member may fill it in.",
        "  users.json, users/pronouns, pronouns[2]: A list within a list is nothing that a document can have. Left out.",
        "  users.json, users/pronouns, pronouns: “she/her”: too long, empty, or there already. Left out.",
        "  users.json, users/long, firstName: “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx” has more than 50 characters. Cut to “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx”.",
        "  users.json, users/owing, dayPasses: -2 is no whole number from 0 to 999. Taken as 0.",
        "  users.json, users/owing, paidPractices: 2.5 is no whole number from -9999 to 9999. Taken as 2.",
        "  users.json, users/words, pass: “Season Pass” is no pass. Taken as none.",
        "  users.json, users/words, paidPractices: “many” is no number. Taken as 0.",
        "  users.json, users/unused, passUsedAt: It says of a Day Pass not when it was used. The pass is taken as none.",
        "  users.json, users/early, passUsedAt: “2099-01-01T00:00:00.000Z” is still to come. The pass is taken as none.",
        "  users.json, users/lists, practices: “fine” stands there more than once. Taken once.",
        "  users.json, users/lists, practices: “7” is no id. Left out.",
        "  users.json, users/names, a*b: The name of a field is never empty, never __like this__, and has none of ~ * / [ ]. Left out.",
        "  users.json, users/names, __mine__: The name of a field is never empty, never __like this__, and has none of ~ * / [ ]. Left out.",
        "  users.json, users/names: The name of a field is never empty, never __like this__, and has none of ~ * / [ ]. Left out.",
        "  users.json, users/outside, email: “outside@example.com” is no address of the club. Day passes (1), paid practices (1) and attended ones (0) are left out: nobody could sign in.",
        "  users.json, users/moved, email: “before@purdue.edu”, where the account has “moved@purdue.edu”. Taken as the account has it.",
        "  users.json, users/newcomer: There is no account for it, and nothing in it. Left out; they sign up anew.",
        "  users.json, users/twice, email: “admin@purdue.edu” is the address of “admin”, too. Day passes (1), paid practices (1) and attended ones (0) are left out.",
        "  users.json, users/lost: There is no account for it. Taken over without a password; “Forgot Password?” makes one.",
        "  users.json, users/lost, role: An officer has a verified address and may sign in. Taken as Member.",
        "  users.json, users/unproved, emailVerified: The address was not verified. Taken over; the address has to be verified before signing in.",
        "  users.json, users/disabled, disabled: The account was disabled. Taken over as removed, if it is not here yet: officers can bring it back for 30 days.",
        "  auth.json, docless: There is an account and no document. Taken over; the welcome steps come at the sign-in.",
        "  auth.json, docless, displayName: “tor Less xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx😀” has more than 50 characters. Cut to “tor Less xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx”.",
        "  users.json, users/lists, practices: “gone” is no practice that is taken over. Left out; the balance stays as it was.",
        "  users.json, users/alone, practices: “fine”, whose own list does not have them. Taken as attended.",
        "  practices.json, practices/fine, members: “nobody” is nobody who is taken over. Left out.",
        "  practices.json, practices/fine, members: “admin”, whose own list does not have it. Taken as attended; their balance stays as it was.",
        "  practices.json, practices/fine, emails: “seats@purdue.edu” was listed, and never became “seats”’s. It is now; their balance stays as it was.",
        "  pfp/stranger.png, pfp/stranger: Nobody who is taken over has this id. Left out.",
        "  pfp/admin.webp, pfp/admin: “pfp/admin.png” has the same id. That one is taken.",
        "  practices.json, practices/fine, isActive: The setting says that it is not the live one. Taken as not live.",
        "  settings.json, settings/activePractice, practiceId: “nowhere” is no practice that is taken over. No practice is live.",
        "  pfp/admin.png, pfp/admin: That file type isn’t supported. Choose a JPEG, PNG, or WebP. Left out; the member may choose one.",
        "  The collection announcements (1 documents) is no part of the club.",
      ]
    `)
    expect(await brokenRules(club.parts)).toEqual([])
    const docless = await club.db.selectFrom('member').selectAll().where('id', '=', 'docless').executeTakeFirstOrThrow()
    expect([docless.nameFirst, docless.nameLast]).toEqual(['Doc', `tor Less ${'x'.repeat(41)}`])
    // As the former app showed it: paid minus the length of the list, whatever was wrong in it.
    expect([await balanceOf(club, 'lists'), await balanceOf(club, 'admin'), await balanceOf(club, 'seats')]).toEqual([
      -3, 1, 1,
    ])
    const again = await typed()
    expect(again.said.split('\n').at(-1)).toBe('Nothing to do: everything in these files has been taken over already.')
  })
})

describe('of two documents with one address', () => {
  const [email, passwordHash] = ['ana@purdue.edu', 'aGFzaA==']
  const practices = { p1: practice(september) }

  test('the one counts by whose account people sign in, then who has been in, then who has more', async () => {
    await using club = await createTestClub('sqlite')
    const empty = person(email, { hasLoggedIn: false })
    const kept = async (users: Former['users'], accounts: object[]) => {
      const { people } = await readFormer(club, await filesWith({ users, practices, accounts }))
      return people.map(({ uid }) => uid)
    }
    const one = { email, emailVerified: true, passwordHash, salt: 'c2FsdA==' }
    const none = [{ localId: 'z' }]
    const full = person(email, { dayPasses: 2 })
    expect(await kept({ one: empty, two: full }, [{ localId: 'one', ...one }])).toEqual(['one'])
    expect(
      await kept({ one: full, two: empty }, [
        { localId: 'one', email, emailVerified: true },
        { localId: 'two', ...one },
      ]),
    ).toEqual(['two'])
    expect(await kept({ one: empty, two: person(email) }, none)).toEqual(['two'])
    expect(await kept({ one: person(email), two: full }, none)).toEqual(['two'])
  })

  test('an account that has none comes to the document of its address', async () => {
    await using club = await createTestClub('sqlite')
    const users = { old: person(email, { dayPasses: 2, paidPractices: 3 }) }
    const accounts = [{ localId: 'new', email, emailVerified: true, passwordHash, salt: 'c2FsdA==' }]
    const files = await filesWith({ users, practices, accounts })
    const { defects } = await readFormer(club, files)
    await moveIn(club, files)
    expect(await has(club, 'old')).toEqual({ dayPasses: 2, balance: 3, attended: 0 })
    expect(await club.db.selectFrom('user').select(['id', 'emailVerified']).execute()).toEqual([
      { id: 'old', emailVerified: 1 },
    ])
    expect(defects).toMatchObject([
      { document: 'users/old', why: 'the account of its address is “new”, which has no document' },
    ])
  })
})

describe('a practice that the setting says is live', () => {
  const none = { users: {}, active: 'p1' }
  const cancelled = (startsAt: string, more: object = {}) => {
    const { googleEvent, ...rest } = practice(startsAt, more)
    return { ...rest, googleEvent: { ...googleEvent, status: 'cancelled' } }
  }
  const take = async (club: TestClub, practices: Former['practices']) => {
    const files = await filesWith({ ...none, practices })
    const told = (await readFormer(club, files)).defects
    const plan = await planOver(club.parts, await readFormer(club, files))
    const done = await moveIn(club, files)
    expect([plan.live, plan.defects]).toEqual([done.live, done.defects])
    const row = await club.db.selectFrom('practice').selectAll().where('deletedAt', 'is', null).executeTakeFirst()
    const { startedAt, endedAt, cancelledAt } = row ?? {}
    return {
      live: done.live !== null,
      state: [startedAt !== null, endedAt !== null, cancelledAt !== null],
      told: [...told, ...done.defects].map(
        ({ document, field, why, done }) => `${document}, ${field}: ${why}. ${done}`,
      ),
    }
  }
  const [live, ended, off] = [
    [true, false, false],
    [true, true, false],
    [false, false, true],
  ]

  test('and was cancelled or ended early besides, is live alone', async () => {
    await using club = await createTestClub('sqlite')
    expect(await take(club, { p1: cancelled(tonight, { endedEarly: true }) })).toEqual({
      live: true,
      state: live,
      told: [
        'practices/p1, endedEarly: the setting says that it is the live one. Taken as live.',
        'practices/p1, googleEvent.status: it was cancelled, and started all the same. Taken as not cancelled.',
      ],
    })
  })

  test('and is over, has ended, also where the practice itself does not say when it was started', async () => {
    await using club = await createTestClub('sqlite')
    expect(await take(club, { p1: cancelled(september) })).toEqual({
      live: false,
      state: ended,
      told: [
        'practices/p1, googleEvent.status: it was cancelled, and started all the same. Taken as not cancelled.',
        'settings/activePractice, practiceId: “Practice of before” is over by now. Taken as ended.',
      ],
    })
    const { startedAt, endedAt } = await club.db.selectFrom('practice').selectAll().executeTakeFirstOrThrow()
    expect(startedAt).toBe(endedAt)
    expect(await brokenRules(club.parts)).toEqual([])
  })

  test('and is cancelled here, stays cancelled', async () => {
    await using club = await createTestClub('sqlite')
    const p0 = cancelled(tonight)
    const same = { ...p0.googleEvent, id: 'e1' }
    await moveIn(club, await filesWith({ ...none, practices: { p0: { ...p0, googleEvent: same } }, active: undefined }))
    expect(await take(club, { p1: { ...practice(tonight), googleEvent: { ...same, status: undefined } } })).toEqual({
      live: false,
      state: off,
      told: ['settings/activePractice, practiceId: it is cancelled here. That stands; it is not live.'],
    })
  })
})

test('a setting that can’t be read is told of', async () => {
  await using club = await createTestClub('sqlite')
  const files = await filesWith({ users: {}, practices: { p1: practice(tonight) } })
  const read = async (activePractice: object) => {
    const settings = { 'settings.json': JSON.stringify({ activePractice }) }
    const { active, defects } = await readFormer(club, { ...files, ...settings })
    return [active?.practiceId, ...defects.map(({ field, why }) => `${field}: ${why}`)]
  }
  expect(await read({ isActive: 'true', practiceId: 'p1', startedAt: 'soon' })).toEqual([
    'p1',
    'startedAt: “soon” is no time',
  ])
  expect(await read({ isActive: true, practiceId: 7 })).toEqual([undefined, 'practiceId: “7” is no id'])
})

import { expect } from 'vitest'
import { envOf, quiver } from '#test/support/backup.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { test } from '#test/support/club-test.ts'
import { createFolder } from '#test/support/firebase-fixture/move-in.ts'
import { has } from '#test/support/firebase-fixture/small-club.ts'

const password = { passwordHash: 'aGFzaA==', salt: 'c2FsdA==' }
const account = (localId: string, more: object = {}) => ({
  ...{ localId, email: `${localId}@purdue.edu`, emailVerified: true, ...password },
  ...more,
})
const user = (id: string, more: object = {}) => ({
  ...{ email: `${id}@purdue.edu`, role: 'Member', hasLoggedIn: true, nameFirst: id, nameLast: 'X' },
  ...{ dayPasses: 1, paidPractices: 1, practices: [], pass: 'none', passUsedAt: null },
  ...more,
})

/** Every kind of defect in these files, in the order in which the report lists them. */
const users = {
  admin: user('admin', { role: 'Admin' }),
  seats: user('seats', { hasCar: true, carCapacity: 12 }),
  leap: user('leap', { birthday: '2005-02-29' }),
  bow: user('bow', { bowType: 'Longbow' }),
  pronouns: user('pronouns', { pronouns: ['She/Her', 'she/her'] }),
  long: user('long', { nameFirst: undefined, firstName: 'x'.repeat(60) }),
  owing: user('owing', { dayPasses: -2, paidPractices: 2.5 }),
  unused: user('unused', { pass: 'Day Pass' }),
  lists: user('lists', { practices: ['fine', 'fine', 'gone'] }),
  alone: user('alone', { practices: ['fine'] }),
  outside: user('outside', { email: 'outside@example.com' }),
  twice: user('twice', { email: 'admin@purdue.edu' }),
  lost: user('lost', { role: 'Officer' }),
  unproved: user('unproved'),
  moved: user('moved', { email: 'before@purdue.edu' }),
  names: user('names', { 'a*b': 1, __mine__: 2, '': 3 }),
  newcomer: user('newcomer', { hasLoggedIn: false, dayPasses: 0, paidPractices: 0 }),
}
const withoutAccount = ['outside', 'twice', 'lost', 'newcomer']
const oddAccounts = ['unproved', 'moved']
const practices = {
  fine: {
    googleEvent: {
      summary: 'Fine',
      start: { dateTime: '2025-09-02T18:00:00-05:00' },
      end: { dateTime: '2025-09-02T20:00:00-05:00' },
    },
    ...{ members: ['lists', 'nobody', 'admin'], carpool: ['admin', 'admin'], archers: ['bow'], drivers: ['bow'] },
    ...{ emails: ['a@b@c', 'seats@purdue.edu', 'later@purdue.edu'] },
    ...{ attendanceLimit: -1, isActive: true },
  },
  timeless: { members: ['bow'], name: 'Some day' },
  backwards: {
    googleEvent: { start: { dateTime: '2025-09-04T20:00:00-04:00' }, end: { dateTime: '2025-09-04T18:00:00-04:00' } },
  },
  odd_20250909T220000Z: { googleEvent: { summary: 'Without a start' }, members: 'everybody' },
}
const files = {
  'users.json': JSON.stringify(users),
  'practices.json': JSON.stringify(practices),
  'settings.json': JSON.stringify({ activePractice: { isActive: true, practiceId: 'nowhere' } }),
  'emailPaidCounts.json': JSON.stringify({
    'later@purdue.edu': { paid: 2 },
    'stranger@example.com': { paid: 4 },
  }),
  'auth.json': JSON.stringify({
    users: [
      ...Object.keys(users)
        .filter((id) => !withoutAccount.includes(id) && !oddAccounts.includes(id))
        .map((id) => account(id)),
      account('unproved', { emailVerified: false }),
      account('moved'),
      account('docless', { displayName: 'Doc Less' }),
    ],
  }),
  'hash-config.json': '{"base64_signer_key":"a2V5","base64_salt_separator":"Bw==","rounds":8,"mem_cost":14}',
  'pfp/admin.png': 'no picture at all',
  'pfp/stranger.png': 'of nobody',
  'backup-list.json': JSON.stringify({ users: { admin: user('admin') }, announcements: { one: {} } }),
}

// Shows: 9.40, 9.41, 9.42
test('files with defects are explained one by one, with what is done, and the rest is imported', async ({ club }) => {
  using place = await createFolder(files)
  const typed = (...words: string[]) => quiver(envOf(club), 'import', 'firebase', place.folder, ...words)
  const { code, said, complained } = await typed()
  expect([code, complained]).toEqual([0, ''])
  const lines = said.split('\n')
  const begin = lines.findIndex((line) => line.includes('couldn’t be imported as is:'))
  expect(lines.slice(begin, lines.indexOf('Imported:'))).toMatchInlineSnapshot(`
    [
      "39 things couldn’t be imported as is:",
      "  emailPaidCounts.json, emailPaidCounts/stranger@example.com: “stranger@example.com” isn’t a club email address. Left out, with 4 paid: no one can sign up with it.",
      "  practices.json, practices/fine, archers: “bow” is also listed as a driver. Imported as a driver.",
      "  practices.json, practices/fine, attendanceLimit: “-1” isn’t a whole number from 1 to 9999. Imported as no limit.",
      "  practices.json, practices/fine, carpool: “admin” is listed more than once. Imported once.",
      "  practices.json, practices/fine, emails: “a@b@c” isn’t a club email address. Left out: no one can sign up with it.",
      "  practices.json, practices/timeless, googleEvent.start: It has no date. The practice is left out, with its attendees; their balances don’t change.",
      "  practices.json, practices/backwards, googleEvent.end: It ends at or before its start. Imported as two hours after the start.",
      "  practices.json, practices/odd_20250909T220000Z, googleEvent.start: It has none. Imported from the event’s id.",
      "  practices.json, practices/odd_20250909T220000Z, members: “everybody” isn’t a list. Imported as an empty list.",
      "  users.json, users/admin: It appears in these files more than once. The first one is imported.",
      "  users.json, users/seats, carCapacity: “12”, where a car has 1 to 8, including the driver. Imported as 8.",
      "  users.json, users/leap, birthday: “2005-02-29” isn’t a day from 1900-01-01 to today. Left blank; the member can fill it in.",
      "  users.json, users/bow, bowType: “Longbow” isn’t a bow type. Left blank; the member can fill it in.",
      "  users.json, users/pronouns, pronouns: “she/her”: too long, empty, or already listed. Left out.",
      "  users.json, users/long, firstName: “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx” has more than 50 characters. Cut to “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx”.",
      "  users.json, users/owing, dayPasses: -2 isn’t a whole number from 0 to 999. Imported as 0.",
      "  users.json, users/owing, paidPractices: 2.5 isn’t a whole number from -9999 to 9999. Imported as 2.",
      "  users.json, users/unused, passUsedAt: It doesn’t say when the Day Pass was used. The pass is imported as none.",
      "  users.json, users/lists, practices: “fine” is listed more than once. Imported once.",
      "  users.json, users/names, a*b: A field’s name can’t be empty, can’t be __like this__, and can’t contain ~ * / [ ]. Left out.",
      "  users.json, users/names, __mine__: A field’s name can’t be empty, can’t be __like this__, and can’t contain ~ * / [ ]. Left out.",
      "  users.json, users/names: A field’s name can’t be empty, can’t be __like this__, and can’t contain ~ * / [ ]. Left out.",
      "  users.json, users/outside, email: “outside@example.com” isn’t a club email address. Day passes (1), paid practices (1), and attended practices (0) are left out: no one could log in.",
      "  users.json, users/moved, email: “before@purdue.edu”, where the account has “moved@purdue.edu”. Imported with the account’s email.",
      "  users.json, users/newcomer: There’s no account for it, and it’s empty. Left out; they can sign up again.",
      "  users.json, users/twice, email: “admin@purdue.edu” is the address of “admin”, too. Day passes (1), paid practices (1), and attended practices (0) are left out.",
      "  users.json, users/lost: There’s no account for it. Imported without a password; they can use “Forgot Password?”.",
      "  users.json, users/lost, role: An officer needs a verified email and an enabled account. Imported as Member.",
      "  users.json, users/unproved, emailVerified: The email wasn’t verified. Imported; the email has to be verified before logging in.",
      "  auth.json, docless: There’s an account but no document. Imported; the welcome wizard comes up at the next login.",
      "  users.json, users/lists, practices: “gone” isn’t an imported practice. Left out; the balance doesn’t change.",
      "  users.json, users/alone, practices: “fine”, whose own list doesn’t have them. Imported as attended.",
      "  practices.json, practices/fine, members: “nobody” isn’t an imported member. Left out.",
      "  practices.json, practices/fine, members: “admin”, whose own list doesn’t have it. Imported as attended; their balance doesn’t change.",
      "  practices.json, practices/fine, emails: “seats@purdue.edu” was listed but never credited to “seats”. Credited now; their balance doesn’t change.",
      "  pfp/stranger.png, pfp/stranger: No imported member has this id. Left out.",
      "  practices.json, practices/fine, isActive: The setting says it isn’t the live one. Imported as not live.",
      "  settings.json, settings/activePractice, practiceId: “nowhere” isn’t an imported practice. No practice is live.",
      "  pfp/admin.png, pfp/admin: That file type isn’t supported. Choose a JPEG, PNG, or WebP. Left out; the member can choose one.",
      "  The collection announcements (1 documents) isn’t part of the club.",
    ]
  `)
  expect(await brokenRules(club.ctx)).toEqual([])
  // As the old app showed it: paid practices minus the length of the list, including its invalid entries.
  const balances = await Promise.all(['lists', 'admin', 'seats'].map((id) => has(club, id)))
  expect(balances.map(({ balance }) => balance)).toEqual([-2, 1, 1])
  const again = await typed()
  expect(again.said.split('\n').at(-1)).toBe('Nothing to do: everything in these files has already been imported.')
})

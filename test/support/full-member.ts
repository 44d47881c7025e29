import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFile, pictureSizes } from '#domain/photos.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { newLink } from '#server/auth/email-tokens.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { grantWelcome } from '#server/features/welcome/procedures.ts'
import { inOnePiece } from '#server/ops/files/club-files.ts'
import { rowsOfTables } from './all-rows.ts'
import type { TestClub } from './club.ts'
import { aDevice } from './devices.ts'
import { insert } from './insert.ts'

/** Words that appear only in this person's records. */
export const personalWords = {
  email: 'zanzibar@purdue.edu',
  nameFirst: 'Xanthippe',
  nameLast: 'Quillfeather',
  birthday: '1987-03-21',
  pronoun: 'zyx/zym',
  picture: '/files/picture-of-xq.webp',
}

/** A member with a row in every table that can store something about one, at a live practice; kai is an officer. */
export async function createWholePerson(club: TestClub) {
  const { db, ctx } = club
  const { email, nameFirst, nameLast, birthday, pronoun, picture } = personalWords
  const kai = await club.officer()
  const ben = await club.member({ pass: 'Carpool Range Pass' })
  const profile = { birthday, bowType: 'Barebow', personalEquipment: 'Yes', rm01Completed: 1 } as const
  const named = { email, nameFirst, nameLast, pictureUrl: picture, pronouns: JSON.stringify([pronoun]) }
  const car = { hasCar: 1, carCapacity: 7 } as const
  const me = await club.member({ ...named, ...profile, ...car, dayPasses: 3, role: 'Officer' })
  const practiceId = await club.practice({ title: 'Tuesday evening' })
  const thursday = { startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' }
  const sunday = { startsAt: '2026-11-29T15:00:00.000Z', endsAt: '2026-11-29T17:00:00.000Z' }
  const ahead = await club.practice({ title: 'Thursday evening', ...thursday })
  await me.api.practices.start({ practiceId })
  await me.api.practices.answer({ practiceId: ahead, answer: 'driver' })
  const away = await club.practice({ title: 'Sunday morning', ...sunday })
  await me.api.practices.answer({ practiceId: away, answer: 'cant-come' })
  await me.api.passes.use({})
  await me.api.practices.checkIn({ practiceId })
  await ben.api.practices.checkIn({ practiceId })
  await me.api.profile.save({ nameFirst: ` ${nameFirst} ` })
  const body = { email, password: 'not the right one' }
  await club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body })
  const at = '2026-11-24T22:50:00.000Z'
  await ctx.write(async (tx) => {
    await newLink(tx, 'reset', me.id, club.clock.now())
    await ctx.outbox.add(tx, { kind: 'password-changed', userId: me.id })
    await grantWelcome(tx, ctx, { memberId: me.id, email, now: at, requestId: 'welcome' })
  })
  const sets = { name: `${nameFirst} ${nameLast}`, image: picture }
  await db.updateTable('user').set(sets).where('id', '=', me.id).execute()
  await db.updateTable('practice').set({ organizer: 'Zanzibar@purdue.edu' }).where('id', '=', practiceId).execute()
  const [reason, lastError] = [`${nameFirst} was here`, `no ${nameLast} here`]
  await db.updateTable('attendance').set({ reason }).where('memberId', '=', me.id).execute()
  await db.updateTable('mailOutbox').set({ lastError }).where('userId', '=', me.id).execute()
  const draft = JSON.stringify({ nameFirst, birthday })
  await insert(db, 'profileDraft', { memberId: me.id, draft, updatedAt: at })
  await me.api.calendarFeed.create({})
  await me.api.profile.setShowGoing({ show: true })
  await me.api.profile.setNews({ news: 'drive', way: 'push', wanted: false })
  await me.api.pushDevices.add(aDevice('of-theirs'))
  const setup = { ...firstSetup, name: `${nameFirst} indoors` }
  const arrow = {
    id: 'their-arrow',
    slot: 0,
    upon: null,
    arrow: { value: 9, spot: null },
    why: `${nameLast} said so`,
  } as const
  await me.api.scorecard.save({ cardId: 'a-card-of-theirs', setup, startedAt: at, seen: null, changes: [arrow] })
  // They came as a guest before they signed up, and bring one now.
  await kai.api.guests.add({ practiceId, name: `${nameFirst} ${nameLast}`, email: 'guest@example.com', hostId: me.id })
  await db.updateTable('guest').set({ memberId: me.id, identity: email, email }).execute()
  await insert(db, 'feedEvent', { memberId: me.id, practiceId: ahead, fingerprint: 'as it was', changedAt: at })
  for (const unusedSince of [null, at]) {
    const shown = { memberId: me.id, id: unusedSince === null ? 'shown' : 'before' }
    await insert(db, 'picture', { ...shown, createdAt: at, unusedSince })
    for (const size of pictureSizes) await ctx.files.write(pictureFile(shown, size), inOnePiece(Buffer.from('face')))
  }
  const claimed = { id: 'claimed', kind: 'paid', paid: 2, practiceId: null, consumedAt: at } as const
  await insert(db, 'preRegistration', { ...claimed, email })
  const brought = { fact: 'users/as-it-was-called-there', value: '{"dayPasses":1,"balance":0,"times":1}', at }
  await insert(db, 'importedFact', { ...brought, memberId: me.id })
  const imported = { booked: 1, waiting: 1, unread: 0, there: 0 }
  await insert(db, 'storeImport', { id: 'import', at, actor: me.id, ...imported })
  const line = { importId: 'import', orderId: '#1', email, name: `${nameFirst} ${nameLast}`, product: 'Practice' }
  // Bought by a relative, and assigned to them.
  const forThem = { email: 'family@example.com', memberId: null, forEmail: email }
  const theirs = { memberId: me.id, forEmail: null }
  const worth = {
    paidPractices: 1,
    dayPasses: 0,
    byHand: 0,
    changedAt: at,
    boughtOn: '2026-11-20',
    reason: '',
  } as const
  await insert(
    db,
    'storeLine',
    { ...line, ...worth, id: 'booked', lineId: '1', quantity: 2, state: 'booked', times: 1, ...theirs },
    { ...line, ...worth, id: 'waits', lineId: '2', quantity: -9, state: 'waiting', times: 0, ...theirs },
    { ...line, ...worth, id: 'refused', lineId: '3', quantity: 1, state: 'dismissed', times: 0, ...forThem },
    { ...line, ...worth, id: 'kept', lineId: '4', quantity: 1, state: 'waiting', times: 0, ...forThem },
  )
  const bought = { cause: 'import:%231:1:1', why: 'Bought in the store: 2 × Practice', actor: me.id }
  const entry = { memberId: me.id, currency: 'paid-practices', amount: 2, ...bought } as const
  await ctx.write((tx) => appendLedger(tx, ctx, entry))
  const sale = {
    id: 'sale',
    practiceId,
    memberId: me.id,
    product: 'Day pass',
    paidPractices: 0,
    dayPasses: 1,
    cents: 500,
  }
  const undone = { undoneAt: at, undoneBy: kai.id, reason: `${nameFirst} ${nameLast} had one`, passesTaken: 1 }
  await insert(db, 'sale', { ...sale, paidBy: 'cash', soldAt: at, soldBy: kai.id, checkedInAt: null, ...undone })
  const passes = { memberId: me.id, currency: 'day-passes', why: `For ${nameFirst}`, actor: kai.id } as const
  await ctx.write(async (tx) => {
    await appendLedger(tx, ctx, { ...passes, amount: 1, cause: 'sale:sale:1' })
    await appendLedger(tx, ctx, { ...passes, amount: -1, cause: 'unsale:sale:1' })
  })
  const address = { id: 'address', email: `private-${email}`, createdAt: at }
  await insert(db, 'storeAddress', { ...address, ...theirs })
  return { me, kai, ben, practiceId, ahead }
}

/** Where one of the words appears, in any column of any table, ignoring case. */
export async function findInTables(club: TestClub, words: string[]) {
  const found: string[] = []
  for (const { name, rows } of await rowsOfTables(club))
    for (const [column, value] of rows.flatMap((row) => Object.entries(row)))
      for (const word of words)
        if (String(value).toLowerCase().includes(word.toLowerCase())) found.push(`${name}.${column}: ${word}`)
  return [...new Set(found)].sort()
}

/** The same in the raw bytes of every database file in the data folder, including free pages and logs. */
export async function findInFiles(folder: string, words: string[]) {
  const found: string[] = []
  const names = (await readdir(folder)).filter((name) => name.startsWith('quiver.db'))
  for (const name of names) {
    const bytes = (await readFile(join(folder, name))).toString('latin1').toLowerCase()
    for (const word of words) if (bytes.includes(word.toLowerCase())) found.push(`${name}: ${word}`)
  }
  return found
}

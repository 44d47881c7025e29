import { foldLedger } from '#domain/ledger.ts'
import { openSession } from '#server/auth/accounts.ts'
import { sessionCookie } from '#server/auth/cookies.ts'
import { allRows } from './all-rows.ts'
import type { TestClub } from './club.ts'

/** Append-only history: for the ledger its sums are compared, for the log nothing. */
const history = ['ledger', 'audit', 'mail_outbox']
/** Belongs to a visit or a request: sessions aren't restored, and responses are stored for only a day. */
const passing = ['session', 'verification', 'idempotency', 'rate_limit', 'topic_version', 'calendar_cache']
/** When a row was last changed. */
const touched = new Set(['updated_at', 'drivers_reminded_at', 'drivers_reminded_for'])

/**
 * The state of a club for comparing before a mutation and after its undo: every table except those above, the ledger's
 * sums, what an officer sees of each list and record, and what each member sees of their own pages.
 * @param officer who reads it; needs a valid session
 */
export async function stateOfClub(club: TestClub, officer: { api: Eyes }) {
  const views = { officer: await whatOfficersSee(officer.api), members: await whatMembersSee(club) }
  return { tables: await readTables(club), sums: await readSums(club), ...views }
}

type Eyes = TestClub extends { visitor: () => { api: infer Api } } ? Api : never

async function readTables(club: TestClub) {
  const tables = await allRows(club, (_table, column) => touched.has(column))
  return Object.fromEntries(Object.entries(tables).filter(([name]) => ![...history, ...passing].includes(name)))
}

async function readSums({ db }: TestClub) {
  const rows = await db.selectFrom('ledger').select(['memberId', 'currency', 'amount']).execute()
  const ofEach = Map.groupBy(rows, ({ memberId }) => memberId)
  const members = await db.selectFrom('member').select('id').orderBy('id').execute()
  return Object.fromEntries(members.map(({ id }) => [id, foldLedger(ofEach.get(id) ?? [])]))
}

async function whatOfficersSee(api: Eyes) {
  const members = await api.members.get()
  const practices = await api.managePractices.get()
  const records: Record<string, unknown> = {}
  for (const { id } of members.members) {
    // The ledger grows with the mutation and its undo.
    const { ledger: _, ...record } = await api.memberRecord.get({ memberId: id })
    records[id] = record
  }
  for (const { id } of practices.practices)
    records[id] = [await api.practiceRecord.get({ practiceId: id }), await api.rainOut.get({ practiceId: id })]
  return { members, practices, records, turnout: await api.turnout.get({}) }
}

/** With a new session for each member, as on a visit. */
async function whatMembersSee(club: TestClub) {
  const { db, ctx, clock } = club
  const present = db.selectFrom('member').select('id').where('removedAt', 'is', null).where('hasLoggedIn', '=', 1)
  const views: Record<string, unknown> = {}
  for (const { id: userId } of await present.orderBy('id').execute()) {
    const visit = { userId, keep: false, userAgent: 'state', nowMs: clock.now() }
    const { token } = await ctx.write((tx) => openSession(tx, ctx, visit))
    const { api } = club.caller(sessionCookie(ctx.baseUrl, ctx.secrets, token, 1).split(';')[0] ?? '')
    views[userId] = [
      { ...(await api.home.get()), revision: 0 },
      await api.myPractices.get(),
      await api.passes.get(),
      await api.profile.get(),
    ]
  }
  return views
}

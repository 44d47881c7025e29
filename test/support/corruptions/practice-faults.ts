import { sql } from 'kysely'
import { attendanceRow, type Fault, withoutKeys } from './used-club.ts'

export const practiceFaults: Fault[] = [
  {
    name: 'two live practices',
    finds: 'At most one practice is live',
    async plant({ db, early }) {
      await sql`drop index practice_one_live`.execute(db)
      await db.updateTable('practice').set({ endedAt: null, endedEarly: 0 }).where('id', '=', early).execute()
    },
    says: ({ live }) => `practice ${live} isn’t the only live one`,
  },
  {
    name: 'a practice that is live again after its early end, by nobody',
    finds: 'Practices were started by officers and ended by officers or the clock',
    async plant({ db, live, early }) {
      await db.updateTable('practice').set({ endedAt: '2026-11-24T22:50:00.000Z' }).where('id', '=', live).execute()
      await db.updateTable('practice').set({ endedAt: null, endedEarly: 0 }).where('id', '=', early).execute()
    },
    says: ({ early }) => `practice ${early} is live again after its early end, but no officer reopened it`,
  },
  {
    name: 'a practice that nobody started',
    finds: 'Practices were started by officers and ended by officers or the clock',
    plant({ db, ahead }) {
      const ended = { startedAt: '2026-11-24T22:00:00.000Z', endedAt: '2026-11-24T22:10:00.000Z' }
      return db.updateTable('practice').set(ended).where('id', '=', ahead).execute()
    },
    says: ({ ahead }) => `practice ${ahead} was started by someone who isn’t an officer`,
  },
  {
    name: 'a practice that ended before it began',
    finds: 'Practices were started by officers and ended by officers or the clock',
    plant: ({ db, ahead }) =>
      db.updateTable('practice').set({ endedAt: '2026-11-24T22:10:00.000Z' }).where('id', '=', ahead).execute(),
    says: ({ ahead }) => `practice ${ahead} ended without being started`,
  },
  {
    name: 'a live practice that was deleted',
    finds: 'Practices were started by officers and ended by officers or the clock',
    plant: ({ db, live }) =>
      db.updateTable('practice').set({ deletedAt: '2026-11-24T22:50:00.000Z' }).where('id', '=', live).execute(),
    says: ({ live }) => `practice ${live} is live but deleted`,
  },
  {
    name: 'an early end that no officer made',
    finds: 'Practices were started by officers and ended by officers or the clock',
    plant: ({ db, live }) =>
      db
        .updateTable('practice')
        .set({ endedAt: '2026-11-24T22:50:00.000Z', endedEarly: 1 })
        .where('id', '=', live)
        .execute(),
    says: ({ live }) => `practice ${live} was ended early by someone who isn’t an officer`,
  },
  {
    name: 'two answers of one member',
    finds: 'Each member has at most one RSVP per practice',
    async plant({ db, engine, ana, live }) {
      await withoutKeys(db, engine, 'rsvp', 'rsvp_key')
      await db
        .insertInto('rsvp')
        .values({ practiceId: live, memberId: ana.id, kind: 'driver', answeredAt: '2026-11-24T22:50:00.000Z' })
        .execute()
    },
    says: ({ ana, live }) => `RSVP (practice ${live}, member ${ana.id}) exists 2 times`,
  },
  {
    name: 'somebody who waits for a free place',
    finds: 'No one is waitlisted while spots are free',
    plant: ({ db, ahead, ana }) =>
      db
        .insertInto('rsvp')
        .values({
          practiceId: ahead,
          memberId: ana.id,
          kind: 'archer',
          answeredAt: '2026-11-24T22:50:00.000Z',
          waiting: 1,
        })
        .execute(),
    says: ({ ahead }) => `practice ${ahead} has free spots but 1 on the waitlist`,
  },
  {
    name: 'attendance of nobody',
    finds: 'Attendance refers to existing members and practices, each pair once',
    plant: ({ db, live }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(live, 'ghost', 'ghost'))
        .execute(),
    says: ({ live }) => `attendance (practice ${live}, member ghost) belongs to no member`,
  },
  {
    name: 'attendance at no practice',
    finds: 'Attendance refers to existing members and practices, each pair once',
    plant: ({ db, ana }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow('nowhere', ana.id, ana.id))
        .execute(),
    says: ({ ana }) => `attendance (practice nowhere, member ${ana.id}) belongs to no practice`,
  },
  {
    name: 'attendance twice',
    finds: 'Attendance refers to existing members and practices, each pair once',
    async plant({ db, engine, ana, live }) {
      await withoutKeys(db, engine, 'attendance', 'attendance_key')
      await db
        .insertInto('attendance')
        .values(attendanceRow(live, ana.id, ana.id))
        .execute()
    },
    says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) exists more than once`,
  },
  {
    name: 'attendance entered by nobody',
    finds: 'Attendance refers to existing members and practices, each pair once',
    plant: ({ db, kai, live }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(live, kai.id, 'ghost'))
        .execute(),
    says: ({ kai, live }) => `attendance (practice ${live}, member ${kai.id}) was entered by an unknown person`,
  },
  {
    name: 'a check-in without a pass',
    finds: 'Every check-in was allowed',
    plant: ({ db, kai, live }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(live, kai.id, kai.id))
        .execute(),
    says: ({ kai, live }) => `attendance (practice ${live}, member ${kai.id}) had no valid pass`,
  },
  {
    name: 'a check-in with the pass of the day before',
    finds: 'Every check-in was allowed',
    plant: ({ db, ana, live }) =>
      db
        .updateTable('attendance')
        .set({ checkedInAt: '2026-11-25T05:00:00.000Z' })
        .where('memberId', '=', ana.id)
        .where('practiceId', '=', live)
        .execute(),
    says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) had no valid pass`,
  },
  {
    name: 'a check-in before the start',
    finds: 'Every check-in was allowed',
    plant: ({ db, ana, live }) =>
      db
        .updateTable('attendance')
        .set({ checkedInAt: '2026-11-24T22:49:59.999Z' })
        .where('memberId', '=', ana.id)
        .where('practiceId', '=', live)
        .execute(),
    says: ({ ana, live }) => `attendance (practice ${live}, member ${ana.id}) was before the practice started`,
  },
  {
    name: 'an officer’s entry without an audit log entry',
    finds: 'Every check-in was allowed',
    plant: ({ db, kai, ana, early }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(early, ana.id, kai.id))
        .execute(),
    says: ({ kai, ana, early }) =>
      `attendance (practice ${early}, member ${ana.id}) was entered by ${kai.id} without an audit log entry`,
  },
  {
    name: 'a claim of what nobody pre-registered',
    finds: 'Every check-in was allowed',
    plant: ({ db, ana, early }) =>
      db
        .insertInto('attendance')
        .values(attendanceRow(early, ana.id, null))
        .execute(),
    says: ({ ana, early }) => `attendance (practice ${early}, member ${ana.id}) doesn’t match any pre-registration`,
  },
]

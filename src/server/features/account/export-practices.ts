import type { Exporters } from './exporter.ts'

/** What is stored of a member with a practice. */
export const ofPractices = {
  async practice({ db, id }) {
    const rows = await db.selectFrom('practice').selectAll().where('startedBy', '=', id).orderBy('startsAt').execute()
    return {
      practicesStarted: rows.map(({ title, startsAt, startedAt }) => ({ practice: title, startsAt, startedAt })),
    }
  },
  async rsvp({ db, id }) {
    const rows = await db
      .selectFrom('rsvp')
      .innerJoin('practice', 'practice.id', 'rsvp.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'rsvp.kind as answer', 'rsvp.answeredAt'])
      .select('rsvp.waiting')
      .where('rsvp.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { answers: rows.map(({ waiting, ...row }) => ({ ...row, hasPlace: waiting === null })) }
  },
  async cantCome({ db, id }) {
    const rows = await db
      .selectFrom('cantCome')
      .innerJoin('practice', 'practice.id', 'cantCome.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'cantCome.answeredAt'])
      .where('cantCome.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { cantCome: rows }
  },
  async lateWithdrawal({ db, id }) {
    const rows = await db
      .selectFrom('lateWithdrawal')
      .innerJoin('practice', 'practice.id', 'lateWithdrawal.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'lateWithdrawal.withdrawnAt'])
      .select('lateWithdrawal.kind as gaveUp')
      .where('lateWithdrawal.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { lateWithdrawals: rows }
  },
  async attendance({ db, id, say }) {
    const rows = await db
      .selectFrom('attendance')
      .innerJoin('practice', 'practice.id', 'attendance.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'attendance.checkedInAt'])
      .select(['attendance.checkedInBy', 'attendance.reason'])
      .where('attendance.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { attendance: rows.map((row) => ({ ...row, checkedInBy: say(row.checkedInBy ?? 'system') })) }
  },
  async reminder({ db, id }) {
    const rows = await db
      .selectFrom('reminder')
      .innerJoin('practice', 'practice.id', 'reminder.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'reminder.remindedAt'])
      .where('reminder.memberId', '=', id)
      .orderBy('reminder.remindedAt')
      .execute()
    return { reminders: rows }
  },
  async noShowExcuse({ db, id, say }) {
    const rows = await db
      .selectFrom('noShowExcuse')
      .innerJoin('practice', 'practice.id', 'noShowExcuse.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'noShowExcuse.excusedAt'])
      .select(['noShowExcuse.excusedBy', 'noShowExcuse.reason'])
      .where('noShowExcuse.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { excuses: rows.map((row) => ({ ...row, excusedBy: say(row.excusedBy) })) }
  },
  async carpoolCredit({ db, id }) {
    const rows = await db
      .selectFrom('carpoolCredit')
      .innerJoin('practice', 'practice.id', 'carpoolCredit.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'carpoolCredit.creditedAt'])
      .where('carpoolCredit.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { carpoolCredits: rows }
  },
  async preRegistration({ db, id, email }) {
    const rows = await db
      .selectFrom('preRegistration')
      .leftJoin('practice', 'practice.id', 'preRegistration.practiceId')
      .select(['preRegistration.email', 'preRegistration.kind', 'practice.title as practice'])
      .select(['preRegistration.paid', 'preRegistration.dayPasses', 'preRegistration.consumedAt as takenOverAt'])
      .where('preRegistration.email', '=', email)
      .execute()
    const brought = await db
      .selectFrom('preRegistration')
      .innerJoin('practice', 'practice.id', 'preRegistration.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'preRegistration.enteredAt'])
      .where('preRegistration.hostId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { preRegistrations: rows, guestsBrought: brought }
  },
  async guest({ db, id, email }) {
    const rows = await db
      .selectFrom('guest')
      .innerJoin('preRegistration', 'preRegistration.guestId', 'guest.id')
      .innerJoin('practice', 'practice.id', 'preRegistration.practiceId')
      .select(['guest.name', 'guest.email', 'practice.title as practice', 'practice.startsAt'])
      .select(['preRegistration.enteredAt', 'preRegistration.waiverSigned'])
      .where((eb) => eb.or([eb('guest.memberId', '=', id), eb('guest.identity', '=', email)]))
      .orderBy('practice.startsAt')
      .execute()
    return { guestVisits: rows.map(({ waiverSigned, ...row }) => ({ ...row, waiverSigned: waiverSigned === 1 })) }
  },
  async feedEvent({ db, id }) {
    const rows = await db
      .selectFrom('feedEvent')
      .innerJoin('practice', 'practice.id', 'feedEvent.practiceId')
      .select(['practice.title as practice', 'practice.startsAt', 'feedEvent.changedAt'])
      .where('feedEvent.memberId', '=', id)
      .orderBy('practice.startsAt')
      .execute()
    return { calendarEntries: rows }
  },
} satisfies Exporters

import { checkInModes } from '#domain/check-in.ts'
import { kioskReason } from '#domain/kiosk.ts'
import { hoursBefore } from '#domain/reply-deadline.ts'
import { isCutOff, nextToPromote } from '#domain/waitlist.ts'
import { count } from '#server/ops/terminal.ts'
import type { Check, Finding, Snapshot } from './check.ts'

/** Checks practices, RSVPs and attendance. */
export const practiceChecks: Check[] = [
  {
    title: 'At most one practice is live',
    async look({ db }) {
      const live = await db
        .selectFrom('practice')
        .select('id')
        .where('startedAt', 'is not', null)
        .where('endedAt', 'is', null)
        .orderBy('id')
        .execute()
      const wrong = live.length > 1 ? live.map((row) => `practice ${row.id} isn’t the only live one`) : []
      return { looked: `${live.length} live`, wrong }
    },
  },
  {
    title: 'Practices were started by officers and ended by officers or the clock',
    async look({ db }) {
      const rows = await db
        .selectFrom('practice')
        .select(['id', 'startedAt', 'endedAt', 'endedEarly', 'deletedAt', 'checkInMode'])
        .orderBy('id')
        .execute()
      const auditRows = await db
        .selectFrom('audit')
        .select(['target', 'action', 'at'])
        .where('action', 'in', ['practice.start', 'practice.take-back-end', 'practice.end-early', 'practice.import'])
        .execute()
      const byPractice = Map.groupBy(auditRows, (entry) => entry.target)
      const wrong = rows.flatMap((row) => {
        const practice = `practice ${row.id}`
        const mode = row.checkInMode
        if (mode !== null && !checkInModes.includes(mode)) return [`${practice} has the check-in mode ${mode}`]
        if (row.startedAt === null) return row.endedAt === null ? [] : [`${practice} ended without being started`]
        const own = byPractice.get(row.id) ?? []
        // An imported practice was started and ended in the old app, so it has no such audit entries here.
        const imported = own.some((entry) => entry.action === 'practice.import')
        if (!imported && !own.some((entry) => entry.action === 'practice.start'))
          return [`${practice} was started by someone who isn’t an officer`]
        const endedEarly = row.endedEarly === 1 && row.endedAt !== null
        if (endedEarly && !imported && !own.some((entry) => entry.action === 'practice.end-early'))
          return [`${practice} was ended early by someone who isn’t an officer`]
        if (row.endedAt !== null) return []
        if (row.endedEarly === 1) return [`${practice} is live but was ended early`]
        if (row.deletedAt !== null) return [`${practice} is live but deleted`]
        const lastAt = own
          .map((entry) => entry.at)
          .sort()
          .at(-1)
        const last = own.filter((entry) => entry.at === lastAt)
        return last.every((entry) => entry.action === 'practice.end-early')
          ? [`${practice} is live again after its early end, but no officer reopened it`]
          : []
      })
      return { looked: count(rows.length, 'practice'), wrong }
    },
  },
  {
    title: 'Each member has at most one RSVP per practice',
    async look({ db }) {
      const rows = await db
        .selectFrom('rsvp')
        .select(['practiceId', 'memberId'])
        .select((eb) => eb.fn.countAll<number>().as('times'))
        .groupBy(['practiceId', 'memberId'])
        .execute()
      const wrong = rows
        .filter((row) => row.times > 1)
        .map((row) => `RSVP (practice ${row.practiceId}, member ${row.memberId}) exists ${row.times} times`)
      return { looked: count(rows.length, 'answer'), wrong }
    },
  },
  {
    // Only where the waitlist still moves up: after the club's cut-off a spot stays free until someone takes it.
    title: 'No one is waitlisted while spots are free',
    async look({ db, now, promoteUntilHours }) {
      const rows = await db
        .selectFrom('rsvp')
        .innerJoin('member', 'member.id', 'rsvp.memberId')
        .innerJoin('practice', 'practice.id', 'rsvp.practiceId')
        .select(['practice.id', 'practice.attendanceLimit', 'practice.startsAt', 'rsvp.waiting'])
        .where('member.removedAt', 'is', null)
        .where('practice.deletedAt', 'is', null)
        .where('practice.endsAt', '>', now)
        .orderBy('practice.id')
        .execute()
      const moving = rows.filter((row) => !isCutOff(hoursBefore(row, promoteUntilHours), now))
      const wrong = [...Map.groupBy(moving, ({ id }) => id)].flatMap(([id, answers]) => {
        const waiting = answers.filter((row) => row.waiting !== null)
        const limit = answers[0]?.attendanceLimit ?? null
        const up = nextToPromote({ limit, placed: answers.length - waiting.length, waiting })
        return up.length > 0 ? [`practice ${id} has free spots but ${waiting.length} on the waitlist`] : []
      })
      return { looked: count(rows.length, 'answer'), wrong }
    },
  },
  {
    // A practice's attendees and a member's attended practices are both read from these rows, so they always agree.
    title: 'Attendance refers to existing members and practices, each pair once',
    async look({ db }) {
      const rows = await db
        .selectFrom('attendance')
        .leftJoin('member', 'member.id', 'attendance.memberId')
        .leftJoin('practice', 'practice.id', 'attendance.practiceId')
        .leftJoin('member as by', 'by.id', 'attendance.checkedInBy')
        .select(['attendance.practiceId', 'attendance.memberId', 'attendance.checkedInBy'])
        .select(['member.id as member', 'practice.id as practice', 'by.id as by'])
        .orderBy('attendance.practiceId')
        .orderBy('attendance.memberId')
        .execute()
      const seen = new Set<string>()
      const wrong = rows.flatMap((row) => {
        const attendance = `attendance (practice ${row.practiceId}, member ${row.memberId})`
        const twice = seen.has(attendance)
        seen.add(attendance)
        return [
          ...(twice ? [`${attendance} exists more than once`] : []),
          ...(row.member === null ? [`${attendance} belongs to no member`] : []),
          ...(row.practice === null ? [`${attendance} belongs to no practice`] : []),
          ...(row.checkedInBy !== null && row.by === null ? [`${attendance} was entered by an unknown person`] : []),
        ]
      })
      return { looked: count(rows.length, 'check-in'), wrong }
    },
  },
  { title: 'Every check-in was allowed', look: checkOrigins },
  {
    title: 'Guests are counted as often as officers entered them',
    async look({ db }) {
      const visits = await db
        .selectFrom('preRegistration as visit')
        .leftJoin('guest', 'guest.id', 'visit.guestId')
        .select(['visit.id', 'visit.practiceId', 'visit.enteredAt', 'guest.id as guest'])
        .where('visit.guestId', 'is not', null)
        .orderBy('visit.id')
        .execute()
      const guests = await db.selectFrom('guest').select('id').orderBy('id').execute()
      const acts = await db
        .selectFrom('audit')
        .select(['action', 'target'])
        .where('action', 'in', ['guest.enter', 'guest.remove'])
        .orderBy('at')
        .execute()
      const entered = new Set(acts.filter(({ action }) => action === 'guest.enter').map(({ target }) => target))
      for (const { action, target } of acts) if (action === 'guest.remove') entered.delete(target)
      const there = new Set(visits.map(({ practiceId, id }) => `${practiceId} ${id}`))
      const came = new Set(visits.map(({ guest }) => guest))
      const wrong = [
        ...visits.flatMap(({ id, practiceId, guest, enteredAt }) => [
          ...(guest === null ? [`guest visit ${id} belongs to no guest`] : []),
          ...(enteredAt === null || !entered.has(`${practiceId} ${id}`)
            ? [`guest visit ${id} was entered by no officer`]
            : []),
        ]),
        ...[...entered].flatMap((target) => (there.has(target) ? [] : [`guest visit (practice ${target}) is missing`])),
        ...guests.flatMap(({ id }) => (came.has(id) ? [] : [`guest ${id} has no visit`])),
      ]
      return { looked: count(visits.length, 'visit'), wrong }
    },
  },
]

/**
 * Checks where each attendance row came from: the member's own check-in after the start, with a valid pass, perhaps at a kiosk; an officer's entry with its
 * audit row; a claimed pre-registration; or the import from the old app. A pass was used that day (ledger) or set by an officer (audit);
 * before the first time an officer set it, it is the one that the officer found. A check-in after the stored end is fine, because a
 * change in the calendar may have moved the end to an earlier time since.
 */
async function checkOrigins({ db, startOfDay }: Snapshot): Promise<Finding> {
  const rows = await db
    .selectFrom('attendance')
    .innerJoin('practice', 'practice.id', 'attendance.practiceId')
    .innerJoin('member', 'member.id', 'attendance.memberId')
    .select(['attendance.practiceId', 'attendance.memberId', 'attendance.checkedInAt', 'attendance.checkedInBy'])
    .select(['attendance.reason', 'practice.startedAt', 'practice.checkInMode', 'member.pass', 'member.erasedAt'])
    .orderBy('attendance.practiceId')
    .orderBy('attendance.memberId')
    .execute()
  const used = await db
    .selectFrom('ledger')
    .select(['memberId', 'cause', 'at'])
    .where('currency', '=', 'day-passes')
    .where('cause', 'like', 'use:%')
    .execute()
  // The cause names the instant of the use, which may also be that of a check-in; the row itself is written a moment later.
  const uses = used.map(({ memberId, cause, at }) => ({ memberId, at: /^use:(.+Z):\d+$/.exec(cause)?.[1] ?? at }))
  const usedBy = Map.groupBy(uses, (use) => use.memberId)
  const audit = await db
    .selectFrom('audit')
    .select(['actor', 'action', 'target', 'before', 'after', 'at'])
    .orderBy('at')
    .execute()
  const passesSet = Map.groupBy(audit.flatMap(asPassSet), (set) => set.memberId)
  const claims = new Set(audit.filter((row) => row.action === 'pre-registration.claim').map((row) => row.target))
  const imported = await findImported(db)
  const byOfficers = new Set(
    audit.filter((row) => row.action === 'attendance.enter').map((row) => `${row.actor} ${row.target}`),
  )

  const withKiosk = new Set(audit.filter((row) => row.action === 'kiosk.start').map((row) => row.target))

  const hadPass = (row: (typeof rows)[number]) => {
    const from = startOfDay(row.checkedInAt)
    if ((usedBy.get(row.memberId) ?? []).some((use) => use.at >= from && use.at <= row.checkedInAt)) return true
    const sets = passesSet.get(row.memberId) ?? []
    // The order of changes at the same instant is unknown, so each of them may have been the last.
    const setAt = (at: string | undefined) => sets.filter((set) => set.at === at)
    const last = setAt(sets.findLast((set) => set.at < row.checkedInAt)?.at)
    const first = setAt(sets[0]?.at)
    const valid = (pass: unknown, at: string) => pass === 'Carpool Range Pass' || (pass === 'Day Pass' && at >= from)
    if ([...last, ...setAt(row.checkedInAt)].some(({ pass, at }) => valid(pass, at))) return true
    if (last.length > 0) return false
    const found = first.length > 0 ? first.map((set) => set.found ?? row.pass) : [row.pass]
    return found.includes('Carpool Range Pass')
  }
  const fault = (row: (typeof rows)[number]) => {
    if (row.checkedInBy === null && imported.has(`${row.practiceId} ${row.memberId}`)) return null
    if (row.checkedInBy === null) return claims.has(row.memberId) ? null : 'doesn’t match any pre-registration'
    if (byOfficers.has(`${row.checkedInBy} ${row.practiceId} ${row.memberId}`)) return null
    if (row.checkedInBy !== row.memberId) return `was entered by ${row.checkedInBy} without an audit log entry`
    if (row.startedAt === null || row.checkedInAt < row.startedAt) return 'was before the practice started'
    // Of an erased member, the reason is gone.
    const isAtKiosk = row.reason === kioskReason || (row.erasedAt !== null && withKiosk.has(row.practiceId))
    if (isAtKiosk && !withKiosk.has(row.practiceId)) return 'was made at a kiosk, and there was none'
    if (row.checkInMode === 'officer' && !isAtKiosk) return 'wasn’t made by an officer, who check members in there'
    return hadPass(row) ? null : 'had no valid pass'
  }
  const wrong = rows.flatMap((row) => {
    const what = fault(row)
    return what === null ? [] : [`attendance (practice ${row.practiceId}, member ${row.memberId}) ${what}`]
  })
  return { looked: count(rows.length, 'check-in'), wrong }
}

/** Attendance imported from the old app, as `practice member` with this app's IDs. */
async function findImported(db: Snapshot['db']) {
  const facts = await db
    .selectFrom('importedFact')
    .select(['fact', 'memberId', 'value'])
    .where('fact', 'like', 'practices/%')
    .execute()
  const idOf = new Map<string, string>()
  for (const { fact, value } of facts) {
    const [, formerId, more] = fact.split('/')
    if (formerId !== undefined && more === undefined) idOf.set(formerId, (JSON.parse(value) as { id: string }).id)
  }
  return new Set(
    facts.flatMap(({ fact, memberId }) => {
      const [, formerId = '', kind] = fact.split('/')
      return kind === 'members' ? [`${idOf.get(formerId)} ${memberId}`] : []
    }),
  )
}

/** The pass that an audit row set, and the one it replaced; empty if the row is about something else. */
function asPassSet(row: { target: string; before: string | null; after: string | null; at: string }) {
  const [pass, found] = [passIn(row.after), passIn(row.before)]
  return pass === undefined ? [] : [{ memberId: row.target, pass, found, at: row.at }]
}

function passIn(side: string | null): unknown {
  const facts: unknown = side?.includes('"pass"') ? JSON.parse(side) : null
  return typeof facts === 'object' && facts !== null && 'pass' in facts ? facts.pass : undefined
}

import { nextToPromote } from '#domain/rsvp.ts'
import { count } from '#server/ops/cli/terminal.ts'
import { lookAtOrigins } from './attendance-origin.ts'
import type { Check } from './check.ts'

/** Whether practices, answers and attendance are as they may be. */
export const practiceChecks: Check[] = [
  {
    // I2
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
    // I8
    title: 'Practices were started by officers and ended by officers or the clock',
    async look({ db }) {
      const rows = await db
        .selectFrom('practice')
        .select(['id', 'startedAt', 'endedAt', 'endedEarly', 'deletedAt'])
        .orderBy('id')
        .execute()
      const acts = await db
        .selectFrom('audit')
        .select(['target', 'action', 'at'])
        .where('action', 'in', ['practice.start', 'practice.take-back-end', 'practice.end-early', 'practice.import'])
        .execute()
      const byPractice = Map.groupBy(acts, (act) => act.target)
      const wrong = rows.flatMap((row) => {
        const practice = `practice ${row.id}`
        if (row.startedAt === null) return row.endedAt === null ? [] : [`${practice} ended without being started`]
        const own = byPractice.get(row.id) ?? []
        // Of one that came along from the former app, that one knew who.
        const cameAlong = own.some((act) => act.action === 'practice.import')
        if (!cameAlong && !own.some((act) => act.action === 'practice.start'))
          return [`${practice} was started by someone who isn’t an officer`]
        const endedEarly = row.endedEarly === 1 && row.endedAt !== null
        if (endedEarly && !cameAlong && !own.some((act) => act.action === 'practice.end-early'))
          return [`${practice} was ended early by someone who isn’t an officer`]
        if (row.endedAt !== null) return []
        if (row.endedEarly === 1) return [`${practice} is live but was ended early`]
        if (row.deletedAt !== null) return [`${practice} is live but deleted`]
        const lastAt = own
          .map((act) => act.at)
          .sort()
          .at(-1)
        const last = own.filter((act) => act.at === lastAt)
        return last.every((act) => act.action === 'practice.end-early')
          ? [`${practice} is live again after its early end, but no officer reopened it`]
          : []
      })
      return { looked: count(rows.length, 'practice'), wrong }
    },
  },
  {
    // I4
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
    title: 'No one is waitlisted while spots are free',
    async look({ db }) {
      const rows = await db
        .selectFrom('rsvp')
        .innerJoin('member', 'member.id', 'rsvp.memberId')
        .innerJoin('practice', 'practice.id', 'rsvp.practiceId')
        .select(['practice.id', 'practice.attendanceLimit', 'rsvp.waiting'])
        .where('member.removedAt', 'is', null)
        .where('practice.deletedAt', 'is', null)
        .orderBy('practice.id')
        .execute()
      const wrong = [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, answers]) => {
        const waiting = answers.filter((row) => row.waiting !== null)
        const limit = answers[0]?.attendanceLimit ?? null
        const up = nextToPromote({ limit, placed: answers.length - waiting.length, waiting })
        return up.length > 0 ? [`practice ${id} has free spots but ${waiting.length} on the waitlist`] : []
      })
      return { looked: count(rows.length, 'answer'), wrong }
    },
  },
  {
    // I1: a member's attended practices are read from these very rows, so the two lists can't part.
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
  // I7
  { title: 'Every check-in was allowed', look: lookAtOrigins },
]

import { setTimeout as pause } from 'node:timers/promises'
import type { ServedClub } from './bench-club.ts'
import type { BenchMember } from './bench-rows.ts'
import { openLine, type Question } from './lines.ts'

/** At the practice when it begins to be measured. */
export const thereAtFirst = 30
export const rush = { checkIns: 200, withinMs: 10_000 }

export type EveningClub = ReturnType<typeof eveningOf>

/** What members of a club do in an evening, and how many are there: the home page names them, so it costs more the more there are. */
export function eveningOf(club: ServedClub, screens: number) {
  const lookers = club.members.slice(0, screens)
  const takers = club.members.slice(screens)
  let taken = 0
  let answered = 0
  return {
    /** With a screen each; none of them checks in. */
    lookers,
    checkIn(): Question {
      const member = takers[taken++]
      if (!member) throw new Error('all have checked in')
      return club.act('practices.checkIn', member, { practiceId: club.practiceId })
    },
    /** Each time another member, or another practice. */
    answer(): Question {
      const member = takers[answered % takers.length] as BenchMember
      const practiceId = club.aheadIds[Math.floor(answered / takers.length) % club.aheadIds.length] ?? ''
      answered += 1
      return club.act('practices.answer', member, { practiceId, answer: 'archer' })
    },
    /** Past the app, beside the servers: so many are there, and whoever checks in may do so again. */
    async setThere(many: number) {
      const { practiceId } = club
      const at = new Date().toISOString()
      const those = [...club.attendees, ...lookers].slice(0, many)
      await club.seeded.db.transaction().execute(async (tx) => {
        await tx.deleteFrom('attendance').where('practiceId', '=', practiceId).execute()
        const rows = those.map(({ id }) => ({ practiceId, memberId: id, checkedInAt: at, checkedInBy: id, reason: '' }))
        await tx.insertInto('attendance').values(rows).execute()
      })
      taken = 0
    },
  }
}

/** So many of them and no more. */
export function firstOf(many: number, next: () => Question) {
  let asked = 0
  return () => (asked++ < many ? next() : null)
}

/** Everybody comes in within ten seconds, each over a line of their own. */
export function checkInRush({ ports }: Pick<ServedClub, 'ports'>, next: () => Question) {
  return Promise.all(
    Array.from({ length: rush.checkIns }, async (_, i) => {
      const line = openLine(ports[i % ports.length] ?? 0)
      await line.open()
      await pause((i * rush.withinMs) / rush.checkIns)
      const answer = await line.askOnce(next())
      line.close()
      return answer
    }),
  )
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { insertPastPractice, instantOf } from './past-practices.ts'
import type { RunningServer } from './server.ts'

const zone = 'America/Indiana/Indianapolis'

/**
 * Inserts a year of a club's records directly into the server's database: practices with RSVPs and attendance, and
 * officers' audit entries. The same in every run.
 */
export function fillRecords(server: Pick<RunningServer, 'dataDir'>) {
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'))
  database.exec('pragma busy_timeout = 5000; begin immediate')
  const people = database.prepare('select id, role from member order by id').all() as { id: string; role: string }[]
  const officer = people.find(({ role }) => role === 'Officer')?.id ?? ''
  const today = Temporal.Now.plainDateISO(zone)
  const [practice, rsvp, attendance, audit] = [
    insertPastPractice,
    "insert into rsvp (practice_id, member_id, kind, answered_at) values (?, ?, 'archer', ?)",
    "insert into attendance (practice_id, member_id, checked_in_at, checked_in_by, reason) values (?, ?, ?, ?, '')",
    'insert into audit (id, at, actor, action, target, before, after, reason, request_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ].map((sql) => database.prepare(sql))
  for (let n = 0; n < 250; n++) {
    const on = today.subtract({ days: 3 + Math.floor((n * 7) / 3) })
    const at = (plainTime: string) => instantOf(on, plainTime)
    const [id, title] = [`records ${n}`, n % 3 === 0 ? 'Open range' : 'Team practice']
    const [from, to] = [at('18:00'), at('20:00')]
    practice?.run(id, title, from, to, String(on))
    for (const [i, member] of people.entries()) {
      const answers = (i + n) % 3 !== 0
      if (answers) rsvp?.run(id, member.id, from)
      if ((i * 5 + n * 3) % 7 < 4) attendance?.run(id, member.id, at('18:04'), member.id)
    }
    const member = people[n % people.length]?.id ?? ''
    const passes = [JSON.stringify({ dayPasses: n % 4 }), JSON.stringify({ dayPasses: (n % 4) + 1 })] as const
    const [startedAt, reason] = [JSON.stringify({ startedAt: from }), n % 3 ? '' : 'Paid in cash']
    audit?.run(`a ${n}`, at('18:01'), officer, 'practice.start', id, null, startedAt, '', `r ${n}`)
    audit?.run(`b ${n}`, at('19:30'), officer, 'member.day-passes', member, ...passes, reason, `s ${n}`)
  }
  database.exec('commit')
  database.close()
}

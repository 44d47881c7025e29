import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { insertPastPractice } from './past-practices.ts'
import type { RunningServer } from './server.ts'

const firsts = 'Avery Ben Chidi Dana Elise Farid Grace Hiro Inés Jo Kai Lena Maximiliana'.split(' ')
const lasts = 'Abara Bowman Castillo Diallo Eriksen Fischer García Haddad Ivanova Wolfeschlegelstein'.split(' ')
const practices = 12

/**
 * Inserts members directly into the club's tables, without sign-ups: with their own payments, passes, and attendance,
 * and ledgers that add up. Number 0 is `member0@purdue.edu`.
 */
export function addManyMembers(server: RunningServer, number: number) {
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'))
  database.exec('pragma busy_timeout = 5000')
  database.exec('begin immediate')
  const past = database.prepare(insertPastPractice)
  for (let n = 0; n < practices; n++) {
    const on = `2026-0${1 + (n % 6)}-1${n % 9}`
    past.run(`past ${n}`, `Practice ${n + 1}`, `${on}T23:00:00.000Z`, `${on}T23:59:00.000Z`, on)
  }
  const user = database.prepare(
    `insert into user (id, name, email, email_verified, created_at, updated_at) values (?, '', ?, 1, ?, ?)`,
  )
  const member = database.prepare(
    `insert into member (id, role, has_logged_in, name_first, name_last, birthday, bow_type, personal_equipment, has_car,
       car_capacity, rm01_completed, picture_url, pronouns, day_passes, paid_practices, pass, pass_used_at, created_at)
     values (?, ?, 1, ?, ?, '2004-05-06', 'Recurve', 'No', ?, ?, ?, '/default-pfp.png', '["They/Them"]', ?, ?, ?, null, ?)`,
  )
  const line = database.prepare(
    `insert into ledger (id, member_id, currency, amount, cause, why, actor, at) values (?, ?, ?, ?, ?, ?, 'system', ?)`,
  )
  const attendance = database.prepare(
    `insert into attendance (practice_id, member_id, checked_in_at, checked_in_by, reason) values (?, ?, ?, null, '')`,
  )
  const at = '2025-12-01T12:00:00.000Z'
  for (let n = 0; n < number; n++) {
    const id = `many-${n}`
    const [dayPasses, paid] = [n % 4, (n * 7) % 11]
    const car = n % 5 === 0 ? 1 : 0
    user.run(id, `member${n}@purdue.edu`, at, at)
    const pass = n % 17 === 0 ? 'Carpool Range Pass' : 'none'
    const role = n % 83 === 0 ? 'Officer' : 'Member'
    const [first = '', last = ''] = [firsts[n % firsts.length], lasts[Math.floor(n / firsts.length) % lasts.length]]
    member.run(id, role, first, last, car, car * 4, car * (n % 2), dayPasses, paid, pass, at)
    if (dayPasses > 0) line.run(`${id}-d`, id, 'day-passes', dayPasses, 'welcome:mailbox:1', 'Welcome to the club', at)
    if (paid > 0) line.run(`${id}-p`, id, 'paid-practices', paid, `hand:${id}:1`, 'Bought at the desk', at)
    for (let attended = 0; attended < n % practices; attended++)
      attendance.run(`past ${attended}`, id, '2026-06-01T23:04:00.000Z')
  }
  database.exec('commit')
  database.close()
}

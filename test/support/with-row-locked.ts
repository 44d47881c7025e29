import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { reasonOf, type TestClub } from './club.ts'

/** On PostgreSQL: starts `act` after `change`, whose transaction commits once `act` waits for a lock or has finished. */
export async function whileHeld<T>(
  club: TestClub,
  change: (tx: Tx) => Promise<unknown>,
  act: () => Promise<T>,
  meanwhile = () => {},
) {
  const held = await club.db.startTransaction().execute()
  await change(held)
  let settled = false
  const acting = act().finally(() => {
    settled = true
  })
  acting.catch(() => {})
  while (!settled && !(await isWaited(club))) await pause(10)
  meanwhile()
  await held.commit().execute()
  return acting
}

/** The same for an `act` that may be refused. @returns the reason, or `went through` */
export async function reasonWhileHeld(...[club, change, act, meanwhile]: Parameters<typeof whileHeld>) {
  const [outcome] = await Promise.allSettled([whileHeld(club, change, act, meanwhile)])
  return reasonOf(outcome)
}

/** Whether any statement waits for a lock. */
export async function isWaited(club: TestClub) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(club.db)
  return Number(rows[0]?.count) > 0
}

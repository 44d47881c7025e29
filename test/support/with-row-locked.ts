import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '#server/db/database.ts'
import { waitingForLocks } from './account-requests.ts'
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
  while (!settled && (await waitingForLocks(club)) === 0) await pause(10)
  meanwhile()
  await held.commit().execute()
  return acting
}

/** The same for an `act` that may be refused. @returns the reason, or `went through` */
export async function reasonWhileHeld(...[club, change, act, meanwhile]: Parameters<typeof whileHeld>) {
  const [outcome] = await Promise.allSettled([whileHeld(club, change, act, meanwhile)])
  return reasonOf(outcome)
}

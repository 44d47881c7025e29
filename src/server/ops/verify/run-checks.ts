import { startOfDay } from '#domain/calendar-day.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { accountChecks, pictureChecks } from './account-checks.ts'
import { type Check, type Finding, readSnapshot, type Snapshot } from './check.ts'
import { ledgerChecks, storeChecks } from './ledger-checks.ts'
import { practiceChecks } from './practice-checks.ts'
import { storageChecks } from './storage-checks.ts'

const checks: Check[] = [
  ...storageChecks,
  ...accountChecks,
  ...pictureChecks,
  ...ledgerChecks,
  ...storeChecks,
  ...practiceChecks,
]

type Tell = (title: string, finding: Finding) => void

/** All checks over one moment of the club; `tell` hears of each as it is done. @returns how many found something wrong */
export function runChecks(ctx: Pick<AppContext, 'database' | 'clock' | 'club' | 'files'>, tell: Tell) {
  const { database, club } = ctx
  return readSnapshot(database, (db) =>
    checkAll(
      {
        db,
        engine: database.engine,
        now: nowAsText(ctx),
        files: ctx.files,
        startOfDay: (at) => startOfDay(Date.parse(at), club.timeZone),
      },
      tell,
    ),
  )
}

export async function checkAll(snapshot: Snapshot, tell: Tell) {
  let faulty = 0
  for (const { title, look } of checks) {
    const finding = await look(snapshot)
    if (finding.wrong.length > 0) faulty += 1
    tell(title, finding)
  }
  return { checks: checks.length, faulty }
}

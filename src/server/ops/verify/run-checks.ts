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

type Report = (title: string, finding: Finding) => void

/** Runs all checks on one snapshot, and calls `report` after each. @returns the number of checks, and of those that found something wrong */
export function runChecks(ctx: Pick<AppContext, 'database' | 'clock' | 'club' | 'files'>, report: Report) {
  const { database, club } = ctx
  return readSnapshot(database, (db) =>
    checkAll(
      {
        db,
        engine: database.engine,
        now: nowAsText(ctx),
        files: ctx.files,
        promoteUntilHours: club.practices.promoteUntilHours,
        startOfDay: (at) => startOfDay(Date.parse(at), club.timeZone),
      },
      report,
    ),
  )
}

export async function checkAll(snapshot: Snapshot, report: Report) {
  let faulty = 0
  for (const { title, look } of checks) {
    const finding = await look(snapshot)
    if (finding.wrong.length > 0) faulty += 1
    report(title, finding)
  }
  return { checks: checks.length, faulty }
}

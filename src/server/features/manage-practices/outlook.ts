import type { ManagedPractice, PracticeRecord } from '#contract/manage-practices.ts'
import { expectedHeads, pastError, showRates } from '#domain/show-rates.ts'
import type { Db } from '#server/db/database.ts'
import { listPast } from '#server/queries/past-practices.ts'
import { type AskedMember, listAsked, listComing, listReplied } from '#server/queries/reminder-audience.ts'

type Outlook = {
  /** Who is asked and hasn't replied, by name. */
  notReplied: AskedMember[]
  /** About how many will come; null with too little to go by. */
  heads: number | null
}

/** What to expect of each of these upcoming practices, and how far off the estimate has been. */
export async function readOutlooks(db: Db, practiceIds: string[], now: string) {
  const outlooks = new Map<string, Outlook>()
  if (practiceIds.length === 0) return { outlooks, error: () => null }
  const asked = await listAsked(db, now)
  const replied = await listReplied(db, practiceIds)
  const coming = await listComing(db, practiceIds)
  const past = await listPast(db, now)
  const rates = showRates(past)
  for (const id of practiceIds)
    outlooks.set(id, {
      notReplied: asked.filter((member) => !replied.get(id)?.has(member.id)),
      heads: rates && expectedHeads(rates, coming.get(id) ?? []),
    })
  return { outlooks, error: () => pastError(past) }
}

export function countsOf(outlook: Outlook | undefined): Pick<ManagedPractice, 'notReplied' | 'expected'> {
  if (!outlook) return { notReplied: null, expected: null }
  const { notReplied, heads } = outlook
  return { notReplied: notReplied.length, expected: heads === null ? null : Math.round(heads) }
}

export function forecastOf(
  outlook: Outlook | undefined,
  error: () => ReturnType<typeof pastError>,
): PracticeRecord['forecast'] {
  const heads = outlook?.heads ?? null
  return heads === null ? null : { heads, error: error() }
}

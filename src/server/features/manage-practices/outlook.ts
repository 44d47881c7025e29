import type { ManagedPractice, PracticeRecord } from '#contract/manage-practices.ts'
import { expectedHeads, pastError, showRates } from '#domain/show-rates.ts'
import type { Db } from '#server/db/database.ts'
import { listPast } from '#server/queries/past-practices.ts'
import { listAsked, listComing, listReplied } from '#server/queries/reminder-audience.ts'

/** How many haven't replied, and about how many will come, for each of these upcoming practices. */
export async function findOutlooks(db: Db, practiceIds: string[], now: string) {
  const outlooks = new Map<string, Pick<ManagedPractice, 'notReplied' | 'expected'>>()
  if (practiceIds.length === 0) return outlooks
  const asked = await listAsked(db, now)
  const replied = await listReplied(db, practiceIds)
  const coming = await listComing(db, practiceIds)
  const rates = showRates(await listPast(db, now))
  for (const id of practiceIds)
    outlooks.set(id, {
      notReplied: asked.filter((member) => !replied.get(id)?.has(member.id)).length,
      expected: rates && Math.round(expectedHeads(rates, coming.get(id) ?? [])),
    })
  return outlooks
}

/** Who is asked and hasn't replied, by name. */
export async function listNotReplied(db: Db, practiceId: string, now: string) {
  const replied = (await listReplied(db, [practiceId])).get(practiceId)
  return (await listAsked(db, now)).filter(({ id }) => !replied?.has(id))
}

export async function findForecast(db: Db, practiceId: string, now: string): Promise<PracticeRecord['forecast']> {
  const past = await listPast(db, now)
  const rates = showRates(past)
  if (rates === null) return null
  const coming = (await listComing(db, [practiceId])).get(practiceId) ?? []
  return { heads: expectedHeads(rates, coming), error: pastError(past) }
}

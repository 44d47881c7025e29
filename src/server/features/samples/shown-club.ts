import { compiled } from '#server/db/compiled-query.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'
import { withSamples } from './sample-settings.ts'

/**
 * The club's settings as pages show them: with the samples of a fresh start for as long as those are there. Asked at each request,
 * since another process or a command may have removed them.
 */
export type ShownClub = () => Promise<ClubConfig>

const findSampleSettings = compiled((db) => db.selectFrom('sampleSettings').select('name'))

/** @param local nobody else's club shows samples, whatever its database says */
export function createShownClub({ db }: Database, club: ClubConfig, { local }: { local: boolean }): ShownClub {
  if (!local) return async () => club
  const sampled = withSamples(club)
  // Nothing brings them back.
  let gone = false
  return async () => {
    if (!gone) gone = (await findSampleSettings(db, {})).length === 0
    return gone ? club : sampled
  }
}

export async function addSampleSettings(tx: Tx, now: string) {
  await tx
    .insertInto('sampleSettings')
    .values({ name: 'first-start', addedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns whether they were there; of two who take them away at once, only the first hears so */
export async function deleteSampleSettings(tx: Tx) {
  const { numDeletedRows } = await tx.deleteFrom('sampleSettings').executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

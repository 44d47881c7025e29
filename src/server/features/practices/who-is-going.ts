import { isUpcoming } from '#domain/practices.ts'
import { nowAsText } from '#server/context.ts'
import { missing } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { listGoing } from '#server/queries/going.ts'
import { asPractice, findPractice } from '#server/queries/practices.ts'
import { countSpots, noSpots } from '#server/queries/rsvps.ts'

/** Everyone who shows that they're going to an upcoming practice; no one after its start, or if the club has turned that off. */
const get = signedInProcedure.whoIsGoing.get.handler(async ({ input: { practiceId }, context: { ctx } }) => {
  const { db } = ctx.database
  const row = (await findPractice(db, practiceId)) ?? missing()
  if (!ctx.club.practices.showWhoIsGoing || !isUpcoming(asPractice(row), nowAsText(ctx)))
    return { people: [], total: 0 }
  const { archers, drivers } = (await countSpots(db, [row.id])).get(row.id) ?? noSpots
  return { people: await listGoing(db, row.id), total: archers + drivers }
})

export const whoIsGoing = { get }

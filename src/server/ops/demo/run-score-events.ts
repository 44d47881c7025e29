import { fullEnds } from '#domain/scorecards/double-scoring.ts'
import { type Act, type PlannedCard, plus } from './events.ts'
import type { Stage } from './simulator.ts'

/** Writes a card down as a phone does, arrow by arrow; with a second keeper it is written twice and every end confirmed. */
export async function playScore(stage: Stage, { at, person, card, second }: Extract<Act, { kind: 'score' }>) {
  const { scorecard } = stage.as(person, at)
  await scorecard.save(sheetOf(card, 'a', second !== null))
  if (second === null) return
  const { code } = await scorecard.invite({ cardId: card.id })
  const other = stage.as(second, plus(at, 1))
  await other.scorecardInvitation.accept({ code })
  await other.scorecard.save(sheetOf(card, 'b', true))
}

/** @param keeper tells the changes of the two keepers apart */
function sheetOf({ id, setup, startedAt, arrows }: PlannedCard, keeper: string, confirmed: boolean) {
  const changes = arrows.map((arrow, slot) => ({ id: `${id}-${keeper}${slot}`, slot, upon: null, arrow, why: '' }))
  const slots = changes.map((change) => ({ change: change.id, before: [], arrow: change.arrow, why: '' }))
  const ends = confirmed ? fullEnds(setup, slots) : []
  const confirms = ends.flatMap((values, end) => (values ? [{ end, values }] : []))
  return { cardId: id, setup, startedAt, seen: null, changes, confirms }
}

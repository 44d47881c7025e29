import type { PracticeRecord } from '#contract/manage-practices.ts'
import { cameInWords } from '#domain/text/officer-messages.ts'

/** Whether someone with a spot hasn't been checked in. At a canceled practice, no one is missed. */
export function isExpected(
  { memberId, position }: PracticeRecord['answers'][number],
  { practice, attendees }: PracticeRecord,
) {
  return position === null && !practice.cancelled && attendees.every((each) => each.memberId !== memberId)
}

/** `Here 12 · Expected 7` during a practice, `12 came · 2 no-shows` after it. */
export function turnoutOf(record: PracticeRecord) {
  const here = record.attendees.length
  const expected = record.answers.filter((each) => isExpected(each, record)).length
  return record.practice.state === 'over'
    ? cameInWords({ came: here, noShows: expected })
    : `Here ${here} · Expected ${expected}`
}

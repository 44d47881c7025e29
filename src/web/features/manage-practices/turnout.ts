import type { PracticeRecord } from '#contract/manage-practices.ts'
import { cameInWords } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { guestsOf } from './guest-rows.tsx'

/** Whether someone with a spot hasn't been checked in. At a canceled practice, no one is missed. */
export function isExpected(
  { memberId, position }: PracticeRecord['answers'][number],
  { practice, attendees }: PracticeRecord,
) {
  return position === null && !practice.cancelled && attendees.every((each) => each.memberId !== memberId)
}

/** `Here 12 · Expected 7` during a practice, `12 came · 2 no-shows` after it. */
export function turnoutOf(record: PracticeRecord) {
  const here = record.attendees.length + guestsOf(record).length
  const expected = countExpected(record)
  return record.practice.state === 'over'
    ? cameInWords({ came: here, noShows: expected })
    : `Here ${here} · Expected ${expected}`
}

/** The same under a tab that says how many are here: `7 expected`, or `2 no-shows`. */
export function missingIn(record: PracticeRecord) {
  const expected = countExpected(record)
  return record.practice.state === 'over' ? count(expected, 'no-show') : `${expected} expected`
}

/** Who came without a spot: they hadn't replied, couldn't come, or were still waiting. */
export function cameWithoutRsvp({ attendees, answers }: PracticeRecord) {
  const placed = new Set(answers.filter(({ position }) => position === null).map(({ memberId }) => memberId))
  return new Set(attendees.map(({ memberId }) => memberId).filter((id) => !placed.has(id)))
}

function countExpected(record: PracticeRecord) {
  return record.answers.filter((each) => isExpected(each, record)).length
}

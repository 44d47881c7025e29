import type { PracticeRecord } from '#contract/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { ClubTimes } from '#web/lib/club-times.ts'

/** `Reply by tomorrow, 6 PM`, `Replies were due today, 9 AM`, `No reply deadline` */
export function deadlineInWords(
  { replyBy }: Pick<PracticeRecord['practice'], 'replyBy'>,
  times: ClubTimes,
  now: number,
) {
  if (replyBy === null) return officerMessages.noDeadline
  const at = Date.parse(replyBy)
  const { repliesBy, repliesWereDue } = officerMessages
  return (now > at ? repliesWereDue : repliesBy)(times.inSentence(at, now))
}

import { deadlineMessages } from '#domain/text/member-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { Chip } from '#web/ui/card.tsx'
import classes from './reply-deadline.module.css'
import type { RsvpPractice } from './rsvp-changes.ts'

/** Until when to reply to a practice; after that, that replies are late, or that the member's own was. */
export function ReplyDeadline({ practice, now }: { practice: RsvpPractice; now: number }) {
  const times = useClubTimes()
  const { replyBy = null, myAnswer, myAnswerLate } = practice
  if (replyBy === null) return null
  const at = Date.parse(replyBy)
  const when = times.inSentence(at, now)
  const isLate = myAnswer !== null && myAnswerLate
  const say = isLate ? 'wasLate' : now > at ? 'laterIsLate' : 'replyBy'
  return (
    <p className={classes.deadline}>
      {isLate && <Chip tone="outline">{deadlineMessages.late}</Chip>}
      {deadlineMessages[say](when)}
    </p>
  )
}

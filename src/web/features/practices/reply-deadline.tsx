import { IconClock } from '@tabler/icons-react'
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
  return myAnswer !== null && myAnswerLate === true ? (
    <p className={classes.deadline}>
      <Chip tone="outline">{deadlineMessages.late}</Chip> {deadlineMessages.wasLate(when)}
    </p>
  ) : (
    <p className={classes.deadline}>
      <IconClock size={18} stroke={1.75} aria-hidden />
      {now > at ? deadlineMessages.laterIsLate(when) : deadlineMessages.replyBy(when)}
    </p>
  )
}

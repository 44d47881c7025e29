import { IconCloudRain } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PracticeCard } from '#contract/practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import type { Problem } from '#web/lib/request.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshHome } from '#web/queries/home.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card, Eyebrow } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import classes from './ended-early-card.module.css'

/** For officers: an accidental early end can be undone until the scheduled end time. */
export function EndedEarlyCard({ practice }: { practice: PracticeCard }) {
  const times = useClubTimes()
  const takeBack = useIdempotentMutation(api.practices.takeBackEnd, { onDone: refreshHome })
  const endsAt = Date.parse(practice.endsAt)
  const { problem } = takeBack
  const needsConnection = useNeedsConnection()
  return (
    <Card as="section" className={classes.card}>
      <div>
        <Eyebrow>Ended early</Eyebrow>
        <h2 className={classes.title}>{practice.title}</h2>
        <p className={classes.text}>Check-ins still count. You can reopen it {times.until(endsAt, endsAt - 1)}.</p>
      </div>
      <div className={classes.actions}>
        <ActionButton
          pending={takeBack.pending}
          reason={needsConnection}
          onClick={() => takeBack.act({ practiceId: practice.id })}
        >
          Reopen practice
        </ActionButton>
        <Link {...rainOutOf(practice.id)} className={classes.link}>
          <IconCloudRain size={20} stroke={1.75} aria-hidden />
          {rainOutOffer}
        </Link>
      </div>
      {problem && <ErrorNote error={{ ...problem, message: liveConflictMessage(problem) }} />}
    </Card>
  )
}

/** After an early end, officers are offered to refund everyone who had checked in. */
export const rainOutOffer = 'Rained out? Refund passes'

/** Link to the practice's rain-out dialog. Closing it leads back here. */
export function rainOutOf(practiceId: string) {
  return {
    to: '/manage-practices',
    search: { practice: practiceId, list: 'rain-out' },
    state: { dialog: true },
  } as const
}

/** Error text that names the conflicting live practice. */
export function liveConflictMessage({ reason, livePracticeTitle, message }: Problem) {
  return reason === 'another-live' && livePracticeTitle ? memberMessages.anotherLive(livePracticeTitle) : message
}

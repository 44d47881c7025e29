import { IconCloudRain } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Home } from '#contract/home.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { cameInWords } from '#domain/text/officer-messages.ts'
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

/** For officers: how it went, and until the scheduled end time an accidental end can be undone. */
export function EndedEarlyCard({ practice }: { practice: Home['endedEarly'][number] }) {
  const times = useClubTimes()
  const takeBack = useIdempotentMutation(api.practices.takeBackEnd, { onDone: refreshHome })
  const endsAt = Date.parse(practice.endsAt)
  const { problem } = takeBack
  const needsConnection = useNeedsConnection()
  return (
    <Card as="section" className={classes.card}>
      <div>
        <Eyebrow>Ended early</Eyebrow>
        <h2 className={classes.title} tabIndex={-1} data-ended={practice.id}>
          {practice.title}
        </h2>
        {/* The previous release stored it on the phone without the counts. */}
        {practice.came !== undefined && <p className={classes.turnout}>{cameInWords(practice)}</p>}
        <p className={classes.text}>Check-ins still count. You can reopen it {times.until(endsAt, endsAt - 1)}.</p>
      </div>
      <div className={classes.actions}>
        <ActionButton
          pending={takeBack.pending}
          reason={needsConnection}
          onClick={() => takeBack.act({ practiceId: practice.id })}
        >
          Reopen
        </ActionButton>
        <Link {...rainOutOf(practice.id)} className={classes.link}>
          <IconCloudRain size={20} stroke={1.75} aria-hidden />
          Refund for rain
        </Link>
      </div>
      {problem && <ErrorNote error={{ ...problem, message: liveConflictMessage(problem) }} />}
    </Card>
  )
}

/** The name of a practice that has just ended, to be shown and focused. */
export function endedCardTitle(practiceId: string) {
  return document.querySelector<HTMLElement>(`[data-ended="${CSS.escape(practiceId)}"]`)
}

/** Link to the practice's rain-out dialog. Closing it leads back here. */
function rainOutOf(practiceId: string) {
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

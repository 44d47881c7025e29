import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MySession } from '#contract/sessions.ts'
import { leaveMessages } from '#domain/text/logout-messages.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/messages.ts'
import { useLeave } from '#web/auth/use-log-out.ts'
import { actAndLeave } from '#web/auth/use-session.ts'
import { api } from '#web/lib/api.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Skeletons } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import classes from './profile.module.css'
import { refreshSessions, sessionsQuery } from './profile-query.ts'
import { Section } from './section.tsx'
import { useProfileDialog } from './use-profile-dialog.ts'

/** Where one is signed in, and the way out of each. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery)
  const dialog = useProfileDialog('sign-out-everywhere')
  return (
    <Section title="Where you’re logged in" lead="Don’t recognize one? Log it out, then change your password.">
      <div className={classes.form}>
        <SessionList
          sessions={query.data?.sessions}
          trouble={
            query.error && (
              <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} pending={query.isFetching} />
            )
          }
        />
        <div className={classes.actions}>
          <ActionButton tone="red-outline" aria-haspopup="dialog" onClick={dialog.open}>
            Log out everywhere
          </ActionButton>
        </div>
      </div>
      <EverywhereDialog isOpen={dialog.isOpen} close={dialog.close} />
    </Section>
  )
}

function SessionList({ sessions, trouble }: { sessions?: MySession[]; trouble: React.ReactNode }) {
  if (sessions)
    return (
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    )
  return (
    trouble ?? (
      <Skeletons label={messages.loading}>
        <div className={classes.waiting} />
      </Skeletons>
    )
  )
}

function SessionRow({ session }: { session: MySession }) {
  const times = useClubTimes()
  const now = useNow('minute')
  const end = useIdempotentMutation(api.sessions.end, {
    onDone() {
      toast({ text: memberMessages.sessionEnded })
      return refreshSessions()
    },
    onProblem: ({ kind }) => void (kind === 'not-found' && refreshSessions()),
  })
  const moment = (at: string) => times.moment(Date.parse(at), times.dayOf(now), now)
  const since = `Logged in ${moment(session.signedInAt)}`
  const Icon = /iPhone|Android/.test(session.device) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.session}>
      <Icon size={24} stroke={1.75} aria-hidden />
      <div className={classes.device}>
        <p className={classes.deviceName}>
          {session.device}
          {session.current && <span className={classes.here}>This device</span>}
        </p>
        <p className={classes.when}>{since}</p>
        {!session.current && <p className={classes.when}>Last active {moment(session.lastActiveAt)}</p>}
        {session.keptUntil !== null && (
          <p className={classes.when}>
            Stays logged in until {times.date(times.dayOf(Date.parse(session.keptUntil)), now)}
          </p>
        )}
        {end.problem && <ErrorNote error={end.problem} />}
      </div>
      {!session.current && (
        <ActionButton
          label={`Log out ${session.device}, ${since.toLowerCase()}`}
          pending={end.pending}
          onClick={() => end.act({ sessionId: session.id })}
        >
          Log out
        </ActionButton>
      )}
    </li>
  )
}

function EverywhereDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const endAll = useIdempotentMutation(api.sessions.endAll)
  const { leave, leaveNow, stay, warning, failed } = useLeave({ end: () => actAndLeave(() => endAll.act({})) })

  return (
    <ConfirmDialog
      open={isOpen}
      title="Log out everywhere?"
      text={warning === null ? memberMessages.confirmEndAll : `${memberMessages.confirmEndAll} ${warning}`}
      confirm="Log out everywhere"
      pending={endAll.pending}
      error={endAll.problem ?? (failed ? { message: leaveMessages.failed } : null)}
      onConfirm={warning === null ? leave : leaveNow}
      onCancel={() => {
        stay()
        close()
      }}
    />
  )
}

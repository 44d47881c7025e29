import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { MySession } from '#contract/session.ts'
import { leaveMessages } from '#domain/text/header-messages.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { newPasswordProblem, useFieldErrors } from '#web/auth/auth-forms.tsx'
import { useLeave } from '#web/features/session/use-log-out.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { actAndLeave, useClub } from '#web/lib/use-session.ts'
import { feedQuery, refreshFeed } from '#web/queries/my-practices.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { Skeletons } from '#web/ui/page.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './profile.module.css'
import { refreshSessions, sessionsQuery } from './profile-query.ts'
import { Section, useProfileDialog } from './profile-section.tsx'

/** Login email, which can't be changed, and the password. */
export function PasswordSection({ email }: { email: string }) {
  const club = useClub()
  const shortestPassword = club?.shortestPassword ?? 0
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [done, setDone] = useState<string | null>(null)
  const [resetCalendarLink, setResetCalendarLink] = useState(true)
  const hasCalendarLink = useQuery(feedQuery).data?.feed != null
  const currentPassword = useRef<HTMLInputElement>(null)
  const newPassword = useRef<HTMLInputElement>(null)
  const fields = useFieldErrors({ currentPassword, newPassword })
  const change = useIdempotentMutation(api.account.changePassword, {
    onDone({ calendarLinkReset }) {
      setCurrent('')
      setNext('')
      setDone(
        calendarLinkReset
          ? `${memberMessages.passwordChangedHere} ${messages.calendarLinkReset}`
          : memberMessages.passwordChangedHere,
      )
      return Promise.all([refreshSessions(), refreshFeed()])
    },
  })
  const { problem } = change
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new problem is the reason to run
  useEffect(() => {
    if (problem?.kind === 'field') fields.show(problem.fields ?? {})
  }, [problem])

  function submit(event: FormEvent) {
    event.preventDefault()
    setDone(null)
    const wrong = {
      ...(current === '' && { currentPassword: messages.passwordMissing }),
      ...asNew(newPasswordProblem(next, { shortestPassword })),
    }
    if (fields.show(wrong)) return
    fields.clear()
    void change.act({ currentPassword: current, newPassword: next, resetCalendarLink })
  }

  return (
    <Section id="password" title="Email and password" lead="Changing your password logs out your other devices.">
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label={club?.emailLabel ?? 'Email'}
          description={memberMessages.emailFixed}
          type="email"
          autoComplete="username"
          readOnly
          value={email}
          className={classes.fixed}
        />
        <PasswordField
          ref={currentPassword}
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={(value) => {
            setCurrent(value)
            setDone(null)
            fields.forget('currentPassword')
          }}
          error={fields.errors.currentPassword}
        />
        <PasswordField
          ref={newPassword}
          label="New password"
          name="new-password"
          autoComplete="new-password"
          description={messages.passwordHint(shortestPassword)}
          value={next}
          onChange={(value) => {
            setNext(value)
            setDone(null)
            fields.forget('newPassword')
          }}
          error={fields.errors.newPassword}
        />
        {hasCalendarLink && (
          <CheckField
            label="Also reset my calendar link"
            checked={resetCalendarLink}
            onChange={(checked) => setResetCalendarLink(checked)}
          />
        )}
        {problem?.kind !== 'field' && <ErrorNote error={problem} />}
        {done !== null && <FormMessage tone="success">{done}</FormMessage>}
        <div className={classes.actions}>
          <ActionButton type="submit" pending={change.pending}>
            Change password
          </ActionButton>
        </div>
      </form>
    </Section>
  )
}

function asNew({ password }: { password?: string }) {
  return password === undefined ? {} : { newPassword: password }
}

/** Browsers where the member is logged in, each with a way to log it out. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery)
  const dialog = useProfileDialog('sign-out-everywhere')
  return (
    <Section
      id="devices"
      title="Where you’re logged in"
      lead="Don’t recognize one? Log it out, then change your password."
    >
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

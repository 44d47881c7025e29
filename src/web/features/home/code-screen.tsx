import { IconX } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { Home } from '#contract/home.ts'
import { codeStepMs } from '#domain/check-in-code.ts'
import { checkInMessages as text } from '#domain/text/check-in-messages.ts'
import { inAttendance } from '#domain/text/member-messages.ts'
import { CodeDigits } from '#web/components/code-digits.tsx'
import { ScreenOnNote } from '#web/features/passes/screen-on-note.tsx'
import { useWakeLock } from '#web/features/passes/use-wake-lock.ts'
import { api } from '#web/lib/api.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { IconButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { ModalFrame } from '#web/ui/modal-frame.tsx'
import { Loading } from '#web/ui/page.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import classes from './code-screen.module.css'

/** The codes of the next minutes, so that the screen goes on for a while without a connection. They are never stored. */
const codesQuery = (practiceId: string) =>
  queryOptions({
    queryKey: ['check-in-code', practiceId],
    queryFn: ({ signal }) => api.checkInCode.get({ practiceId }, { signal }),
    refetchInterval: 2 * codeStepMs,
    gcTime: 0,
  })

/** The code for a phone that is held up, or a big screen: digits to type, and a QR code to scan. */
export function CodeScreen({ live, onClose }: { live: NonNullable<Home['live']>; onClose: () => void }) {
  const { practice, attendees } = live
  const query = useQuery(codesQuery(practice.id))
  const now = useNow('second')
  const canSleep = useWakeLock(true)
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const current = query.data?.codes.find(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until))
  return (
    <ModalFrame open onClose={onClose} side="all" labelledBy={id} initialFocus={heading}>
      <div className={classes.screen}>
        <div className={classes.head}>
          <div className={classes.what}>
            <h2 id={id} ref={heading} tabIndex={-1}>
              {text.screenTitle}
            </h2>
            <p className={classes.practice}>
              <bdi>{practice.title}</bdi> · {attendees.length} {inAttendance(attendees.length)}
            </p>
          </div>
          <IconButton label="Close" onClick={onClose}>
            <IconX size={24} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
        {current ? (
          <div className={classes.body}>
            <div className={classes.qr}>
              <QrCode
                text={current.link}
                label={`QR code of the page to check in with ${[...current.code].join(' ')}`}
              />
            </div>
            <div className={classes.words}>
              <CodeDigits code={current.code} />
              <Left until={Date.parse(current.until)} now={now} />
              <p className={classes.how}>{text.howTo}</p>
              <p className={classes.works}>{text.works}</p>
            </div>
          </div>
        ) : query.isPending ? (
          <Loading>{text.loading}</Loading>
        ) : (
          <ErrorNote
            error={{ ...(query.error ? toProblem(query.error) : { kind: 'offline' }), message: text.cannotRenew }}
            onRetry={query.refetch}
            pending={query.isFetching}
          />
        )}
        {canSleep && <ScreenOnNote />}
      </div>
    </ModalFrame>
  )
}

/** How long the code is shown. */
function Left({ until, now }: { until: number; now: number }) {
  const left = Math.max(0, Math.round((until - now) / 1000))
  return (
    <div className={classes.left}>
      <progress className={classes.bar} max={codeStepMs / 1000} value={left} aria-hidden />
      <p>{text.newIn(left)}</p>
    </div>
  )
}

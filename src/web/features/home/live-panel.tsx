import { IconCar, IconChevronDown, IconDeviceTablet, IconQrcode, IconScan, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { ClubMap, Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import type { CheckInMode } from '#domain/check-in.ts'
import { inAttendance, memberMessages } from '#domain/text/member-messages.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { LiveLine } from '#web/features/practices/live-line.tsx'
import { PlainText } from '#web/features/practices/plain-text.tsx'
import { PracticePlace } from '#web/features/practices/practice-place.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { DarkPanel } from '#web/ui/dark-panel.tsx'
import { ButtonLink } from '#web/ui/external-link.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { AttendeeGrid } from './attendee-grid.tsx'
import classes from './live-panel.module.css'

type LivePanelProps = {
  live: NonNullable<Home['live']>
  maps: ClubMap[]
  now: number
  officer: boolean
  /** The club's setting, which practices that start from now on have. */
  clubMode: CheckInMode
  /** The lists of the practice are in the bar below instead. */
  hasBar: boolean
  /** The Check In button, when it is in the panel and not in the thumb zone, and its problem. */
  action: ReactNode
  problem: ReactNode
}

/** The live practice: how many are here, who, and for officers the actions. */
export function LivePanel({ live, maps, now, officer, clubMode, hasBar, action, problem }: LivePanelProps) {
  const { practice, attendees, checkInMode } = live
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={`${id}-live ${id}`}>
      <DarkPanel className={classes.head} large>
        <LiveLine id={`${id}-live`} endsAt={live.practice.endsAt} startedBy={live.startedBy} now={now} />
        <h2 id={id} className={classes.title}>
          {practice.title}
        </h2>
        <Whereabouts practice={practice} maps={maps} now={now} />
        <div className={classes.main}>
          <p className={classes.count}>
            <span className={classes.number}>{attendees.length}</span>{' '}
            <span className={classes.unit}>{inAttendance(attendees.length)}</span>
          </p>
          {action && <div className={classes.action}>{action}</div>}
        </div>
      </DarkPanel>
      {problem && <div className={classes.problem}>{problem}</div>}
      <AnnounceAttendance count={attendees.length} />
      {officer && <Door mode={checkInMode} isSaid={checkInMode !== 'tap' || clubMode !== 'tap'} withLists={!hasBar} />}
      <AttendeeGrid attendees={attendees} />
      <Foot practice={practice} officer={officer} />
    </section>
  )
}

function Whereabouts({ practice, maps, now }: { practice: PracticeCard; maps: ClubMap[]; now: number }) {
  const { date, time } = useClubTimes().when(practice, now)
  return (
    <div className={classes.where}>
      <p>
        <time dateTime={practice.startsAt}>{time === null ? `${date}, all day` : `${date} · ${time}`}</time>
      </p>
      <PracticePlace location={practice.location} maps={maps} />
    </div>
  )
}

type DoorProps = { mode: CheckInMode; isSaid: boolean; withLists: boolean }

/** For officers, above the faces: first how people come in, then who has, and who drives. */
function Door({ mode, isSaid, withLists }: DoorProps) {
  const dialog = useHomeDialog()
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <div className={classes.door}>
      {isSaid && (
        <p>
          {memberMessages.modes[mode]} <span>{memberMessages.modeStays}</span>
        </p>
      )}
      {mode === 'code' && (
        <div className={classes.code}>
          <ActionButton
            tone="blue"
            fullWidth
            icon={<IconQrcode {...icon} />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ open: 'code' })}
          >
            Show Code
          </ActionButton>
        </div>
      )}
      {/* Not a link within the app: only the document of that page may use the camera. */}
      <ButtonLink href="/scan">
        <IconScan {...icon} />
        {memberMessages.scanPasses}
      </ButtonLink>
      <ActionButton
        icon={<IconDeviceTablet {...icon} />}
        aria-haspopup="dialog"
        onClick={() => dialog.open({ open: 'kiosk' })}
      >
        Kiosk
      </ActionButton>
      {withLists && (
        <>
          <ActionButton
            icon={<IconUsers {...icon} />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ open: 'attendees' })}
          >
            Attendees
          </ActionButton>
          <ActionButton
            icon={<IconCar {...icon} />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ open: 'carpool' })}
          >
            Carpool
          </ActionButton>
        </>
      )}
    </div>
  )
}

function Foot({ practice, officer }: { practice: PracticeCard; officer: boolean }) {
  const [shown, setShown] = useState(false)
  const id = useId()
  const dialog = useHomeDialog()
  const facts = [
    { name: 'Location', text: practice.location },
    { name: 'Description', text: practice.description },
    { name: 'Organizer', text: practice.organizer },
  ].filter(({ text }) => text !== '')
  if (facts.length === 0 && !officer) return null
  return (
    <div className={classes.foot}>
      {facts.length > 0 && (
        <button
          type="button"
          className={classes.details}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          Details
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </button>
      )}
      {facts.length > 0 && (
        <dl id={id} className={classes.facts} hidden={!shown}>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <PlainText>{text}</PlainText>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {officer && (
        <div className={classes.end}>
          <ActionButton
            tone="red-outline"
            fullWidth
            aria-haspopup="dialog"
            onClick={() => dialog.open({ open: 'end' })}
          >
            End Practice Early
          </ActionButton>
        </div>
      )}
    </div>
  )
}

const atMostEveryMs = 10_000

/** Announces the attendance to screen readers when it changes, politely and at most every ten seconds. */
function AnnounceAttendance({ count }: { count: number }) {
  const [told, setTold] = useState<number | null>(null)
  const lastTold = useRef({ count, at: 0 })

  useEffect(() => {
    const last = lastTold.current
    if (count === last.count) return
    const wait = Math.max(0, last.at + atMostEveryMs - Date.now())
    const timer = setTimeout(
      () => {
        lastTold.current = { count, at: Date.now() }
        setTold(count)
      },
      Math.min(wait, atMostEveryMs),
    )
    return () => clearTimeout(timer)
  }, [count])

  return (
    <VisuallyHidden>
      <p role="status">{told !== null && `${told} ${inAttendance(told)}`}</p>
    </VisuallyHidden>
  )
}

import {
  IconArrowBackUp,
  IconCalendarX,
  IconCar,
  IconCloudRain,
  IconListCheck,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { clubBowsInWords } from '#domain/club-bows.ts'
import { mostAttendance } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { PlainText } from '#web/features/practices/plain-text.tsx'
import { countsText, spotsText } from '#web/features/practices/rsvp-changes.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Chip } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import limitClasses from './limit-form.module.css'
import { refreshPractices, refreshRecord } from './manage-practices-query.ts'
import { seenOf } from './plan-dialog.tsx'
import classes from './practice-details.module.css'
import { minutesOf } from './select-practices.ts'

/** Details of a practice, under its name, and links to its lists. */
export function PracticeDetails({ record, now }: { record: PracticeRecord; now: number }) {
  const { practice } = record
  const dialog = useManageDialog()
  const bows = clubBowsInWords(practice.clubBows)
  const places = spotsText(practice)
  const { date, time } = useClubTimes().when(practice, now)
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <>
      {(practice.cancelled || practice.sample) && (
        <p className={classes.chips}>
          {practice.cancelled && <Chip tone="outline">Canceled</Chip>}
          {practice.sample && <Chip tone="outline">Sample</Chip>}
        </p>
      )}
      <dl className={classes.facts}>
        <Fact name="Date">
          <time dateTime={practice.startsAt}>{time === null ? `${date}, all day` : `${date} · ${time}`}</time>
        </Fact>
        <Fact name="Length">{count(minutesOf(practice), 'minute')}</Fact>
        <Fact name="RSVPs">{countsText(practice)}</Fact>
        {bows !== null && practice.state !== 'over' && (
          <Fact name="Club bows" wide>
            {bows}
          </Fact>
        )}
        {places !== null && <Fact name="Spots">{places}</Fact>}
        <Fact name="Attended">{count(practice.attended, 'person', 'people')}</Fact>
        {practice.location !== '' && (
          <Fact name="Location" wide>
            {practice.location}
          </Fact>
        )}
        <Fact name="Description" wide>
          {practice.description === '' ? (
            <span className={classes.none}>No description</span>
          ) : (
            <PlainText>{practice.description}</PlainText>
          )}
        </Fact>
      </dl>
      <OfflineGuard>
        <LimitForm practice={practice} />
        <div className={classes.actions}>
          <ActionButton
            icon={<IconListCheck {...icon} />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ practice: practice.id, list: 'answers' })}
          >
            View RSVPs
          </ActionButton>
          <ActionButton
            icon={<IconUsers {...icon} />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ practice: practice.id, list: 'attendees' })}
          >
            View Attendees
          </ActionButton>
          <ActionButton
            icon={<IconCar {...icon} />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ practice: practice.id, list: 'carpool' })}
          >
            View Carpool List
          </ActionButton>
          {practice.editable && <Planned practice={practice} />}
          {practice.state === 'over' && practice.attended > 0 && (
            <ActionButton
              icon={<IconCloudRain {...icon} />}
              aria-haspopup="dialog"
              onClick={() => dialog.open({ practice: practice.id, list: 'rain-out' })}
            >
              Rain-out
            </ActionButton>
          )}
          <ActionButton
            tone="red-outline"
            icon={<IconTrash {...icon} />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ practice: practice.id, ask: 'delete' })}
          >
            Delete Practice
          </ActionButton>
        </div>
      </OfflineGuard>
    </>
  )
}

/** Actions of the built-in calendar, for a practice in the future. */
function Planned({ practice }: { practice: PracticeRecord['practice'] }) {
  const dialog = useManageDialog()
  const { id, title, cancelled } = practice
  const again = useIdempotentMutation(api.schedule.cancel, {
    onDone: async () => {
      await Promise.all([refreshPractices(), refreshRecord(id)])
      toast({ text: officerMessages.planUncancelled(title) })
    },
  })
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <>
      <ActionButton
        icon={<IconPencil {...icon} />}
        aria-haspopup="dialog"
        onClick={() => dialog.open({ practice: id, ask: 'edit' })}
      >
        Edit
      </ActionButton>
      {cancelled ? (
        <ActionButton
          sends
          icon={<IconArrowBackUp {...icon} />}
          onClick={() => again.act({ practiceId: id, expected: seenOf(practice), cancelled: false })}
        >
          Restore Practice
        </ActionButton>
      ) : (
        <ActionButton
          icon={<IconCalendarX {...icon} />}
          aria-haspopup="dialog"
          onClick={() => dialog.open({ practice: id, ask: 'cancel' })}
        >
          Cancel Practice
        </ActionButton>
      )}
      <ErrorNote error={again.problem} onRetry={again.retry} pending={again.pending} />
    </>
  )
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The typed text, and the limit at the time typing began, for the optimistic lock. */
type LimitEdit = { text: string; expected: number | null }

/** The attendance limit; the typed value stays if saving fails. */
function LimitForm({ practice: { id, attendanceLimit } }: { practice: PracticeRecord['practice'] }) {
  const [edit, setEdit] = useState<LimitEdit | null>(null)
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const set = useIdempotentMutation(api.managePractices.setLimit, {
    onDone: async (_, { limit }) => {
      await Promise.all([refreshRecord(id), refreshPractices()])
      setEdit(null)
      toast({ text: officerMessages.limitSaved(limit) })
    },
    onProblem: ({ reason }) => {
      if (reason === 'changed-meanwhile') void refreshRecord(id)
      field.current?.focus()
    },
  })
  const text = edit?.text ?? limitText(attendanceLimit)
  const overtaken = set.problem?.reason === 'changed-meanwhile'

  function submit(event: FormEvent) {
    event.preventDefault()
    const limit = limitIn(text)
    setWrong(limit === undefined)
    if (limit === undefined) return field.current?.focus()
    if (edit === null) return
    // Saving again after reading the note about a conflict overwrites the new limit.
    void set.act({ practiceId: id, expected: overtaken ? attendanceLimit : edit.expected, limit })
  }

  return (
    <form className={limitClasses.form} onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label="Attendance Limit"
        description={officerMessages.limitMeaning}
        descriptionBelow
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={
          wrong
            ? officerMessages.limitWrong(mostAttendance)
            : overtaken
              ? officerMessages.limitChangedMeanwhile(attendanceLimit)
              : undefined
        }
        onChange={(event) => {
          const typed = event.currentTarget.value
          setWrong(false)
          setEdit({ text: typed, expected: edit ? edit.expected : attendanceLimit })
        }}
      />
      <ActionButton sends type="submit" pending={set.pending} reason={edit === null ? '' : null}>
        Save
      </ActionButton>
      {set.problem && !overtaken && (
        <div className={limitClasses.problem}>
          <ErrorNote error={set.problem} onRetry={set.retry} pending={set.pending} />
        </div>
      )}
    </form>
  )
}

function limitText(limit: number | null) {
  return limit === null ? '' : String(limit)
}

/** Undefined if the text is not a valid limit; null for no limit. */
function limitIn(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const number = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  return number >= 1 && number <= mostAttendance ? number : undefined
}

import { IconDownload, IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useId } from 'react'
import type { AttendedPractice, MyPractices } from '#contract/my-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDebouncedText } from '#web/ui/use-debounced-text.ts'
import classes from './history.module.css'
import { filterHistory } from './history-filter.ts'
import searchClasses from './history-search.module.css'

/** Every practice the member attended, by semester, newest first. */
export function History({ mine, now }: { mine: MyPractices; now: number }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.top}>
        <h2 id={id}>Past practices</h2>
        {mine.semesters.length > 0 && (
          <a className={classes.export} href="/my-practices.csv">
            <IconDownload size={20} stroke={1.75} aria-hidden />
            Export as CSV
          </a>
        )}
      </div>
      {mine.semesters.length === 0 ? (
        <Card flush>
          <EmptyState next="Practices you check in to will appear here.">{memberMessages.noPastYet}</EmptyState>
        </Card>
      ) : (
        <Filtered mine={mine} now={now} />
      )}
    </section>
  )
}

function Filtered({ mine: { semesters, attended }, now }: { mine: MyPractices; now: number }) {
  const times = useClubTimes()
  const filter = useHistoryFilter()
  const found = filterHistory(semesters, filter, ({ startsOn }) => times.date(startsOn, now))
  const shown = found.reduce((sum, { practices }) => sum + practices.length, 0)
  const asGuest = semesters.reduce((sum, semester) => sum + guestVisits(semester), 0)
  const listed = semesters.reduce((sum, { practices }) => sum + practices.length, 0) - asGuest
  return (
    <>
      <HistorySearch filter={filter} semesters={semesters} />
      <p role="status" className={classes.count}>
        {filter.on ? `${shown} of ${count(attended + asGuest, 'practice')}` : `${count(attended, 'practice')} attended`}
      </p>
      {shown === 0 ? (
        <Card flush>
          <EmptyState next={<ActionButton onClick={filter.clear}>Show all</ActionButton>}>
            {memberMessages.noPastFound}
          </EmptyState>
        </Card>
      ) : (
        found.map((semester) => (
          <Card key={semester.key} as="section" flush aria-labelledby={`term-${semester.key}`}>
            <div className={classes.semester}>
              <h3 id={`term-${semester.key}`} className={classes.name}>
                {semester.name}
              </h3>
              <p className={classes.attended}>
                {filter.on && `${semester.practices.length - guestVisits(semester)} of `}
                {count(semester.attended, 'practice')}
                {guestVisits(semester) > 0 && ` · ${guestVisits(semester)} as a guest`}
              </p>
            </div>
            <ul>
              {semester.practices.map((practice) => (
                <Row key={practice.id} practice={practice} now={now} />
              ))}
            </ul>
          </Card>
        ))
      )}
      {listed < attended && !filter.on && (
        <p className={classes.count}>{memberMessages.olderInExport(attended - listed)}</p>
      )}
    </>
  )
}

function Row({ practice, now }: { practice: AttendedPractice; now: number }) {
  const times = useClubTimes()
  const { title, startsOn, checkedInAt, reason } = practice
  const at = times.moment(Date.parse(checkedInAt), startsOn, now)
  return (
    <li className={classes.row}>
      <span className={classes.title}>{title}</span>
      <time dateTime={startsOn} className={classes.date}>
        {times.date(startsOn, now)}
      </time>
      <span className={classes.how}>
        Checked in <time dateTime={checkedInAt}>{at}</time>
        {byWhom(practice)}
        {reason !== '' && (
          <span className={classes.reason}>
            “<bdi>{reason}</bdi>”
          </span>
        )}
      </span>
    </li>
  )
}

function guestVisits({ practices }: MyPractices['semesters'][number]) {
  return practices.filter(({ checkedInBy }) => checkedInBy === 'guest').length
}

function byWhom({ checkedInBy, officer }: AttendedPractice) {
  if (checkedInBy === 'guest') return ' as a guest before you signed up. Not counted.'
  if (checkedInBy === 'me') return null
  if (checkedInBy === 'list') return ' added by email before you signed up'
  return inLine` by ${officer ?? 'an officer'}`
}

type HistorySearchProps = { filter: FilterInUse; semesters: MyPractices['semesters'] }

/** Search and semester filter. A semester from the URL without attendance is listed too, so it can be deselected. */
function HistorySearch({ filter, semesters }: HistorySearchProps) {
  const known = filter.term === '' || semesters.some(({ key }) => key === filter.term)
  return (
    <search className={searchClasses.search}>
      <TextField
        label="Search"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        value={filter.text}
        onChange={(event) => filter.setText(event.currentTarget.value)}
      />
      <NativeSelect
        label="Semester"
        value={filter.term}
        onChange={filter.setTerm}
        options={[
          { value: '', label: 'All semesters' },
          ...(known ? [] : [{ value: filter.term, label: filter.term }]),
          ...semesters.map(({ key, name, attended }) => ({ value: key, label: inLine`${name} (${attended})` })),
        ]}
      />
    </search>
  )
}

type FilterInUse = ReturnType<typeof useHistoryFilter>

/**
 * Filter of the history in the URL: typing replaces the history entry, choosing a semester adds one, so Back undoes the
 * choice. The list filters immediately, without waiting for the URL.
 */
function useHistoryFilter() {
  const { q = '', term = '' } = useSearch({ from: '/my-practices' })
  const navigate = useNavigate({ from: '/my-practices' })
  const write = useCallback(
    (typed: string) =>
      void navigate({ search: (before) => ({ ...before, q: typed || undefined }), replace: true, resetScroll: false }),
    [navigate],
  )
  const { text, setText, replace } = useDebouncedText(q, write)

  function setTerm(key: string) {
    void navigate({ search: (before) => ({ ...before, term: key || undefined }), resetScroll: false })
  }

  function clear() {
    replace('')
    void navigate({ search: (before) => ({ ...before, q: undefined, term: undefined }), resetScroll: false })
  }

  return { text, term, on: text.trim() !== '' || term !== '', setText, setTerm, clear }
}

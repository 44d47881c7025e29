import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Turnout } from '#contract/resources.ts'
import { turnoutOf } from '#domain/attendance-report.ts'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { Figure, Loaded, Section } from '#web/components/section.tsx'
import { api } from '#web/lib/api.ts'
import { Card } from '#web/ui/card.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import classes from './attendance-section.module.css'
import { averageText, PracticesTable, rateText, SemestersTable, WeekdaysTable } from './attendance-tables.tsx'

/** Lazy-loaded: the only part of the app that needs chart code. */
const AttendanceChart = lazy(async () => ({ default: (await import('./attendance-chart.tsx')).AttendanceChart }))

const turnoutQuery = (term: string | undefined) =>
  queryOptions({
    queryKey: ['turnout', term],
    queryFn: ({ signal }) => api.turnout.get(term === undefined ? {} : { term }, { signal }),
    meta: { topics: ['practices', 'live', 'members'] },
    placeholderData: keepPreviousData,
  })

/** Attendance of a semester as a chart, and the same numbers as tables. */
export function AttendanceSection() {
  const { term } = useSearch({ from: '/resources' })
  const query = useQuery(turnoutQuery(term))
  const turnout = query.data
  return (
    <Section
      title="Attendance"
      side={turnout && turnout.semesters.length > 0 && <SemesterChoice turnout={turnout} term={term} />}
    >
      <Loaded query={query} label="Loading attendance">
        {turnout && <Semester turnout={turnout} />}
      </Loaded>
    </Section>
  )
}

function SemesterChoice({ turnout: { semesters, semester }, term }: { turnout: Turnout; term: string | undefined }) {
  const navigate = useNavigate({ from: '/resources' })
  const chosen = term ?? semester ?? ''
  const known = semesters.some(({ key }) => key === chosen)
  return (
    <NativeSelect
      label="Semester"
      className={classes.semester}
      value={chosen}
      onChange={(value) => {
        const next = value === semesters[0]?.key ? {} : { term: value }
        void navigate({ search: { tab: 'attendance', ...next }, resetScroll: false })
      }}
      options={[
        ...(known ? [] : [{ value: chosen, label: chosen }]),
        ...semesters.map(({ key, name, practices }) => ({ value: key, label: inLine`${name} (${practices})` })),
      ]}
    />
  )
}

function Semester({ turnout: { practices, semesters, semester } }: { turnout: Turnout }) {
  if (practices.length === 0)
    return (
      <Card flush>
        <EmptyState
          next={
            semesters.length === 0
              ? 'Attendance appears here after your first practice ends.'
              : 'Choose another semester.'
          }
        >
          {officerMessages.noneHeld}
        </EmptyState>
      </Card>
    )
  const all = turnoutOf(practices)
  return (
    <>
      <Card flush>
        <dl className={classes.figures}>
          <Figure value={String(all.practices)}>{all.practices === 1 ? 'practice held' : 'practices held'}</Figure>
          <Figure value={averageText(all)}>average attendance</Figure>
          <Figure
            value={rateText(all)}
            note={all.answered === 0 ? 'no RSVPs' : `${all.noShows} of ${count(all.answered, 'RSVP')}`}
          >
            no-shows
          </Figure>
        </dl>
      </Card>
      <Card>
        <Suspense fallback={<ChartPending />}>
          <AttendanceChart practices={practices} />
        </Suspense>
      </Card>
      <div className={classes.compared}>
        <WeekdaysTable practices={practices} />
        {semesters.length > 1 && <SemestersTable semesters={semesters} shown={semester} />}
      </div>
      <PracticesTable practices={practices} />
    </>
  )
}

function ChartPending() {
  return (
    <Skeletons label="Loading chart">
      <SkeletonCard height={18} />
    </Skeletons>
  )
}

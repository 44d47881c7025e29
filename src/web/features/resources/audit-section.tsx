import { IconDownload } from '@tabler/icons-react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { isDay } from '#domain/iso-day.ts'
import { asAct } from '#domain/text/audit-acts.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { Loaded, Section } from '#web/components/section.tsx'
import { downloadExport } from '#web/features/data-table/download-export.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import entryClasses from './audit-entry.module.css'
import { AuditFilters, PersonDialog, useAuditFilter } from './audit-filters.tsx'
import classes from './audit-section.module.css'

/** The audit log, newest first; the filter is in the URL, and the result can be exported. */
export function AuditSection() {
  const { query, filter, filtered } = useAudit()
  const { clear } = useAuditFilter()
  const pages = query.data?.pages ?? []
  const [first] = pages
  const entries = pages.flatMap((page) => page.entries)
  const asked = new URLSearchParams(filter).toString()
  return (
    <Section
      title="Audit log"
      side={
        first &&
        first.total > 0 && (
          <ActionButton
            tone="quiet"
            icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
            sends
            onClick={() => downloadExport(`/exports/audit.csv${asked && `?${asked}`}`)}
          >
            {filtered ? 'Export results as CSV' : 'Export as CSV'}
          </ActionButton>
        )
      }
    >
      <AuditFilters
        personName={first?.personName ?? null}
        status={
          <p role="status" className={classes.count}>
            {first &&
              (filtered ? `${count(first.total, 'entry', 'entries')} found` : count(first.total, 'entry', 'entries'))}
          </p>
        }
      />
      <Loaded query={query} label="Loading audit log">
        {entries.length === 0 ? (
          <Card flush>
            <EmptyState
              next={
                filtered ? (
                  <ActionButton onClick={clear}>Show all</ActionButton>
                ) : (
                  'Everything officers do will appear here.'
                )
              }
            >
              {filtered ? officerMessages.noAuditFound : officerMessages.noAuditYet}
            </EmptyState>
          </Card>
        ) : (
          <ByDay entries={entries} />
        )}
        {query.isFetchNextPageError && <ErrorNote error={toProblem(query.error)} />}
        {query.hasNextPage && (
          <div className={classes.more}>
            <ActionButton pending={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              Show older
            </ActionButton>
            <span className={classes.count}>
              {entries.length} of {first?.total}
            </span>
          </div>
        )}
      </Loaded>
      <PersonDialog />
    </Section>
  )
}

function ByDay({ entries }: { entries: AuditEntry[] }) {
  const times = useClubTimes()
  const now = serverNow()
  const days: { day: string; entries: AuditEntry[] }[] = []
  for (const entry of entries) {
    const day = times.dayOf(Date.parse(entry.at))
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return (
    <div className={classes.days}>
      {days.map((each) => (
        <Card key={each.day} as="section" flush aria-labelledby={`day-${each.day}`}>
          <h3 id={`day-${each.day}`} className={classes.day}>
            <time dateTime={each.day}>{times.date(each.day, now)}</time>
          </h3>
          <ul>
            {each.entries.map((entry) => (
              <AuditEntryRow key={entry.id} entry={entry} day={each.day} />
            ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

const minute = 60_000

/** One entry: time, sentence, values before and after, and reason. A name filters by that person. */
function AuditEntryRow({ entry, day }: { entry: AuditEntry; day: string }) {
  const times = useClubTimes()
  const { at, sentence, reason } = entry
  // A change whose new value is just the time of the entry adds nothing.
  const isOfEntry = (value: string | null) => Math.abs(Date.parse(value ?? '') - Date.parse(at)) < minute
  const changes = entry.changes.filter(({ before, after }) => before !== null || !isOfEntry(after))
  return (
    <li className={entryClasses.row} data-refused={entry.act === 'refused' || undefined}>
      <time dateTime={at} className={entryClasses.time}>
        {times.clock(Date.parse(at))}
      </time>
      <div className={entryClasses.body}>
        <p className={entryClasses.sentence}>
          {sentence.map(({ text, memberId }, i) =>
            memberId === null ? (
              text
            ) : (
              <Link
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence stay where they are
                key={i}
                to="/resources"
                search={{ tab: 'audit', person: memberId }}
                resetScroll={false}
                className={entryClasses.name}
              >
                {text}
              </Link>
            ),
          )}
        </p>
        {changes.length > 0 && (
          <ul className={entryClasses.changes}>
            {changes.map((change) => (
              <li key={change.what}>
                <Change change={change} day={day} />
              </li>
            ))}
          </ul>
        )}
        {reason !== '' && (
          <p className={entryClasses.reason}>
            “<bdi>{reason}</bdi>”
          </p>
        )}
      </div>
    </li>
  )
}

function Change({ change: { what, before, after }, day }: { change: AuditEntry['changes'][number]; day: string }) {
  const times = useClubTimes()
  const say = (value: string) =>
    isInstant(value) ? times.moment(Date.parse(value), day) : isDay(value) ? times.date(value, serverNow()) : value
  if (before !== null && after !== null)
    return (
      <>
        {what}: <bdi>{say(before)}</bdi> <span aria-hidden>→</span> <ReadOut>to </ReadOut>
        <b>{say(after)}</b>
      </>
    )
  if (after !== null)
    return (
      <>
        {what}: <b>{say(after)}</b>
      </>
    )
  return (
    <>
      {what}, previously: <bdi>{say(before ?? '')}</bdi>
    </>
  )
}

function isInstant(value: string) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
}

const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      api.audit.get(pageParam === null ? filter : { ...filter, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: { topics: ['members', 'practices', 'live'] },
    placeholderData: keepPreviousData,
  })

/** The log with the URL's filter, as many pages as have been loaded. */
function useAudit() {
  const { person, from, to, ...search } = useSearch({ from: '/resources' })
  const act = asAct(search.act ?? '')
  const filter: AuditFilter = {
    ...(person === undefined ? {} : { person }),
    ...(act === null ? {} : { act }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  const query = useInfiniteQuery(auditQuery(filter))
  return { query, filter, filtered: Object.keys(filter).length > 0 }
}

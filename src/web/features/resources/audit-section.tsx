import { IconDownload } from '@tabler/icons-react'
import type { AuditEntry } from '#contract/audit.ts'
import { count } from '#domain/text/messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { AuditEntryRow } from './audit-entry.tsx'
import { AuditFilters } from './audit-filters.tsx'
import classes from './audit-section.module.css'
import { downloadExport } from './download-export.ts'
import { PersonDialog } from './person-dialog.tsx'
import { Loaded, Section } from './section.tsx'
import { useAudit } from './use-audit.ts'
import { useAuditFilter } from './use-audit-filter.ts'

/** Who did what (D41), newest first; the filter stands in the address, and what it finds can be exported. */
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
      <AuditFilters personName={first?.personName ?? null} />
      <Loaded query={query} label="Loading audit log">
        <p role="status" className={classes.count}>
          {first &&
            (filtered ? `${count(first.total, 'entry', 'entries')} found` : count(first.total, 'entry', 'entries'))}
        </p>
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

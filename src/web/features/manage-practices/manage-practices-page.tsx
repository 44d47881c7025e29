import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { DeletedPractice, LastPlan, ManagedPractice } from '#contract/manage-practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import type { PracticeSort } from '#web/addresses/manage-practices-search.ts'
import { useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { SearchField, SortSelect } from '#web/features/data-table/list-filters.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useDesktop } from '#web/ui/use-media.ts'
import { CalendarDecisions, CalendarNotes } from './calendar-report.tsx'
import { DeleteDialog, DeletedPractices } from './delete-practice.tsx'
import { LiveCard } from './live-card.tsx'
import classes from './manage-practices-page.module.css'
import { managePracticesQuery, refreshPractices } from './manage-practices-query.ts'
import { PracticeDialog } from './practice-dialog.tsx'
import { fromToday, sectionOf } from './practice-sections.ts'
import { PracticeTable, practiceColumns } from './practice-table.tsx'
import { indexPractices, selectPractices } from './select-practices.ts'
import { usePracticesView } from './use-practices-view.ts'

export function ManagePracticesPage() {
  const query = useQuery(managePracticesQuery)
  const problem = query.error && toProblem(query.error)
  if (problem && !query.data) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title="Manage Practices" wide>
      <Freshness query={query} />
      {query.data ? (
        // The previous release, which may still answer during an update, knows neither.
        <Practices {...query.data} live={query.data.live ?? null} lastPlan={query.data.lastPlan ?? null} />
      ) : (
        <PracticesSkeleton />
      )}
    </Page>
  )
}

type PracticesProps = {
  practices: ManagedPractice[]
  live: ManagedPractice | null
  deleted: DeletedPractice[]
  builtIn: boolean
  lastPlan: LastPlan | null
}

function Practices({ practices, live, deleted, builtIn, lastPlan }: PracticesProps) {
  const dialog = useManageDialog()
  useKeptFocus()
  const now = useNow('minute')
  const desktop = useDesktop()
  const view = usePracticesView()
  const asksForPlan = dialog.search.ask === 'new' || dialog.search.ask === 'edit' || dialog.search.ask === 'cancel'
  const plan = useLazy(() => import('./plan-dialog.tsx'), {
    asked: builtIn && asksForPlan,
    onMissing: dialog.close,
    ahead: builtIn,
  })
  const { setPlanned, revealed } = usePlanned(dialog.search.ask === 'new')
  const [gone, setGone] = useState<string | null>(null)
  const restore = useIdempotentMutation(api.managePractices.restore, {
    onDone: async () => {
      await refreshPractices()
      setGone(null)
      toast({ text: officerMessages.practiceRestored })
    },
  })
  // Indexed once per list, not on each keystroke.
  const index = useMemo(() => indexPractices(practices), [practices])
  const shown = selectPractices(index, { ...view, q: view.text })
  const isAgenda = view.layout === 'agenda'
  const onSort = ({ by, descending }: { by: string; descending: boolean }) =>
    view.setSort(by as PracticeSort, descending)
  const context = { now, times: useClubTimes() }
  const today = context.times.dayOf(now)
  const columns = practiceColumns(context)
  const agenda = isAgenda ? fromToday(shown, today) : null
  // In the agenda, no column says the order.
  const sorting = isAgenda ? { by: 'today', descending: true } : { by: view.sort, descending: view.descending }
  const hasAhead = live !== null || practices.some((practice) => sectionOf(practice, today) !== 'past')
  return (
    <>
      {!builtIn && <CalendarDecisions now={now} />}
      <div className={classes.tools}>
        <SearchField label="Search by name or date" value={view.text} onChange={view.setText} />
        <div className={classes.layout}>
          <Segmented
            compact
            legend="Show as"
            value={view.layout}
            onChange={view.setLayout}
            options={[
              { value: 'agenda', label: 'Agenda' },
              { value: 'list', label: 'List' },
            ]}
          />
        </div>
        {builtIn && (
          <ActionButton
            icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ ask: 'new' })}
          >
            New Practice
          </ActionButton>
        )}
        {!isAgenda && !desktop && (
          <div className={classes.sort}>
            <SortSelect columns={columns} sorting={sorting} onSort={onSort} />
          </div>
        )}
        <p role="status" className={classes.count} data-quiet={(isAgenda && view.text === '') || undefined}>
          {shown.length === practices.length
            ? count(practices.length, 'practice')
            : `${shown.length} of ${count(practices.length, 'practice')}`}
        </p>
      </div>
      <ErrorNote error={restore.problem} onRetry={restore.retry} pending={restore.pending} />
      {live && <LiveCard practice={live} now={now} />}
      {isAgenda && !hasAhead && practices.length > 0 && view.text === '' && (
        <Card flush className={classes.nothingAhead ?? ''}>
          <EmptyState next={builtIn ? 'Plan the next one with New Practice.' : undefined}>
            {memberMessages.noUpcoming}
          </EmptyState>
        </Card>
      )}
      <PracticeTable
        practices={agenda?.rows ?? shown}
        starts={agenda?.starts ?? null}
        revealed={revealed}
        columns={columns}
        context={context}
        sorting={sorting}
        onSort={onSort}
        searched={view.text}
        empty={
          <Card flush>
            {practices.length === 0 ? (
              <EmptyState
                next={builtIn ? 'Plan the first one.' : 'They’re added automatically from the club’s calendar.'}
              >
                {officerMessages.noPractices}
              </EmptyState>
            ) : (
              <EmptyState next={<ActionButton onClick={() => view.setText('')}>Show all</ActionButton>}>
                {memberMessages.noPastFound}
              </EmptyState>
            )}
          </Card>
        }
      />
      {!builtIn && <CalendarNotes now={now} />}
      {deleted.length > 0 && (
        // A separate container, so its note doesn't cover the practices above.
        <div>
          <OfflineGuard>
            <DeletedPractices deleted={deleted} now={now} onRestore={(practiceId) => restore.act({ practiceId })} />
          </OfflineGuard>
        </div>
      )}
      <PracticeDialog practices={live ? [live, ...practices] : practices} gone={gone} now={now} />
      {plan && (
        <plan.PlanDialogs
          now={now}
          practices={practices}
          lastPlan={lastPlan}
          onPlanned={(practiceId) => {
            // A search that doesn't find it would hide it.
            view.setText('')
            setPlanned(practiceId)
          }}
        />
      )}
      <DeleteDialog
        practices={agenda?.rows ?? shown}
        now={now}
        onDone={setGone}
        onUndo={(practiceId) => void restore.act({ practiceId })}
      />
    </>
  )
}

const revealedForMs = 5000

/** The practice that was just planned, once its form has closed and Back has restored the scroll position. */
function usePlanned(isFormOpen: boolean) {
  const [planned, setPlanned] = useState<string | null>(null)
  const [revealed, setRevealed] = useState<string | null>(null)
  useEffect(() => {
    if (planned === null || isFormOpen) return
    const show = setTimeout(() => setRevealed(planned), 50)
    const end = setTimeout(() => {
      setRevealed(null)
      setPlanned(null)
    }, revealedForMs)
    return () => {
      clearTimeout(show)
      clearTimeout(end)
    }
  }, [planned, isFormOpen])
  return { setPlanned, revealed }
}

function PracticesSkeleton() {
  return (
    <Skeletons label="Loading practices">
      <div className={classes.waiting}>
        <SkeletonCard height={9} />
        <SkeletonCard height={9} />
        <SkeletonCard height={9} />
      </div>
    </Skeletons>
  )
}

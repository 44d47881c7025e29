import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { DeletedPractice, ManagedPractice } from '#contract/manage-practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { type PracticeSort, sortsDescending } from '#web/addresses/manage-practices-search.ts'
import { useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { SearchField, SortSelect } from '#web/features/data-table/list-filters.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
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
import { useDebouncedText } from '#web/ui/use-debounced-text.ts'
import { useDesktop } from '#web/ui/use-media.ts'
import { CalendarDecisions, CalendarNotes } from './calendar-report.tsx'
import { DeleteDialog, DeletedPractices } from './delete-practice.tsx'
import classes from './manage-practices-page.module.css'
import { managePracticesQuery, refreshPractices } from './manage-practices-query.ts'
import { PlanDialogs } from './plan-dialog.tsx'
import { PracticeDialog } from './practice-dialog.tsx'
import { PracticeTable, practiceColumns } from './practice-table.tsx'
import { indexPractices, selectPractices } from './select-practices.ts'

export function ManagePracticesPage() {
  const query = useQuery(managePracticesQuery)
  const problem = query.error && toProblem(query.error)
  if (problem && !query.data) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title="Manage Practices" wide>
      <Freshness query={query} />
      {query.data ? <Practices {...query.data} /> : <PracticesSkeleton />}
    </Page>
  )
}

type PracticesProps = { practices: ManagedPractice[]; deleted: DeletedPractice[]; builtIn: boolean }

function Practices({ practices, deleted, builtIn }: PracticesProps) {
  const dialog = useManageDialog()
  useKeptFocus()
  const now = useNow('minute')
  const desktop = useDesktop()
  const view = useView()
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
  const sorting = { by: view.sort, descending: view.descending }
  const onSort = ({ by, descending }: { by: string; descending: boolean }) =>
    view.setSort(by as PracticeSort, descending)
  const context = { now, times: useClubTimes() }
  const columns = practiceColumns(context)
  return (
    <>
      {!builtIn && <CalendarDecisions now={now} />}
      <div className={classes.tools}>
        <SearchField label="Search by name or date" value={view.text} onChange={view.setText} />
        {!desktop && <SortSelect columns={columns} sorting={sorting} onSort={onSort} />}
        <p role="status" className={classes.count}>
          {shown.length === practices.length
            ? count(practices.length, 'practice')
            : `${shown.length} of ${count(practices.length, 'practice')}`}
        </p>
        {builtIn && (
          <ActionButton
            icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => dialog.open({ ask: 'new' })}
          >
            New Practice
          </ActionButton>
        )}
      </div>
      <ErrorNote error={restore.problem} onRetry={restore.retry} pending={restore.pending} />
      <PracticeTable
        practices={shown}
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
      <PracticeDialog practices={practices} gone={gone} now={now} />
      {builtIn && <PlanDialogs now={now} />}
      <DeleteDialog
        practices={shown}
        now={now}
        onDone={setGone}
        onUndo={(practiceId) => void restore.act({ practiceId })}
      />
    </>
  )
}

/** Search and sorting from the URL; typing and sorting replace the history entry. */
function useView() {
  const search = useSearch({ from: '/manage-practices' })
  const navigate = useNavigate({ from: '/manage-practices' })
  const write = useCallback(
    (typed: string) =>
      void navigate({ search: (before) => ({ ...before, q: typed || undefined }), replace: true, resetScroll: false }),
    [navigate],
  )
  const { text, setText } = useDebouncedText(search.q ?? '', write)
  const sort: PracticeSort = search.sort ?? 'date'

  function setSort(by: PracticeSort, descending: boolean) {
    const dir = descending ? ('desc' as const) : ('asc' as const)
    // A newly chosen column starts with its usual order.
    const order = by !== sort && !descending && sortsDescending(by) ? 'desc' : dir
    void navigate({
      search: ({ sort: _, dir: __, ...before }) => ({
        ...before,
        ...(by === 'date' ? {} : { sort: by }),
        ...((order === 'desc') === sortsDescending(by) ? {} : { dir: order }),
      }),
      replace: true,
      resetScroll: false,
    })
  }

  return { text, setText, sort, descending: search.dir ? search.dir === 'desc' : sortsDescending(sort), setSort }
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

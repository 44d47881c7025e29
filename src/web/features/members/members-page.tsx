import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { MemberRow, RemovedMember } from '#contract/members.ts'
import { bowNames, equipmentNames } from '#domain/club-bows.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import {
  type BowFilter,
  bowFilters,
  type EquipmentFilter,
  equipmentFilters,
  filters,
  type MemberFilter,
  type MembersSearch,
} from '#web/addresses/members-search.ts'
import { paidCountsHash } from '#web/addresses/resources-search.ts'
import { useMembersDialog, useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { BulkDialog } from '#web/features/bulk-edit/bulk-dialog.tsx'
import { RecentEdits, UndoDialog } from '#web/features/bulk-edit/recent-edits.tsx'
import { SelectionBar } from '#web/features/bulk-edit/selection-bar.tsx'
import { DataTable, type Sorting } from '#web/features/data-table/data-table.tsx'
import { CopyEmails, DownloadCsv, mayExport } from '#web/features/data-table/export-list.tsx'
import { FilterChips, SearchField, SortSelect } from '#web/features/data-table/list-filters.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { SelectAllCheckbox, useSelection } from '#web/features/data-table/row-selection.tsx'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { membersQuery } from '#web/queries/members.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { NativeSelect } from '#web/ui/choose-one.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { useDebouncedText } from '#web/ui/use-debounced-text.ts'
import { useLatest } from '#web/ui/use-latest.ts'
import { useDesktop } from '#web/ui/use-media.ts'
import { ConfirmDialogs } from './confirm-dialogs.tsx'
import { MemberDialog, PracticesDialog } from './member-record.tsx'
import { columns, MemberCard } from './member-row.tsx'
import classes from './members.module.css'
import { RemovedSection } from './removed-section.tsx'
import { countByFilter, findMembers, indexMembers, type Selection, sortMembers } from './select-members.ts'

/** Manage Members: who is in the club, who owes, and what officers can change about them. */
export function MembersPage() {
  const query = useQuery(membersQuery)
  const problem = query.error && toProblem(query.error)
  if (problem && !query.data) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title="Members" wide>
      <Freshness query={query} />
      {query.data ? <Members {...named(query.data)} /> : <MembersSkeleton />}
    </Page>
  )
}

/** Members who have verified their email but not entered a name yet are shown by email. */
function named({ members, removed }: Listed): Listed {
  const withName = <Person extends { name: string; email: string }>(person: Person) =>
    person.name === '' ? { ...person, name: person.email } : person
  return { members: members.map(withName), removed: removed.map(withName) }
}

const filterLabels: Record<MemberFilter, string> = {
  all: 'All',
  outstanding: 'Outstanding',
  'no-rm01': 'No RM01',
  'rm01-ending': 'RM01 expiring',
  officers: 'Officers',
  'never-came': 'Never attended',
}

type Listed = { members: MemberRow[]; removed: RemovedMember[] }

function Members({ members, removed }: Listed) {
  useKeptFocus()
  const now = useNow('minute')
  const desktop = useDesktop()
  const { selection, on, setText, setFilter, setBow, setEquipment, setSorting, clear } = useMemberFilter()
  const { open } = useOpenMember()
  const { search } = useMembersDialog()
  const { q, filter, bow, equipment, sort, descending } = selection
  // Indexed and sorted once per list, not on each keystroke.
  const sorted = useMemo(() => sortMembers(indexMembers(members), { sort, descending }), [members, sort, descending])
  const shown = findMembers(sorted, { q, filter, bow, equipment })
  const counts = useMemo(() => countByFilter(members), [members])
  const picked = useSelection(members, shown, keyOf)
  // Built on demand.
  const shownNow = useLatest(shown)
  const isNobody = shown.length === 0
  const emails = () => shownNow().map(({ email }) => email)
  const rows = () => shownNow().map(csvRow)
  const pickAll = `Select all ${count(shown.length, 'member')} listed`
  const sorting = { by: selection.sort, descending: selection.descending }
  return (
    <>
      <search className={classes.tools}>
        <div className={classes.search}>
          <SearchField label="Search by name or email" value={selection.q} onChange={setText} />
        </div>
        <div className={classes.exports}>
          <CopyEmails emails={isNobody ? [] : emails} />
          <DownloadCsv name="members" head={csvHead} rows={isNobody ? [] : rows} ask={mayExport} />
          <Link to="/resources" search={{ tab: 'store' }} hash={paidCountsHash} className={classes.paidCounts}>
            Paid before signing up
          </Link>
        </div>
        <div className={classes.filters}>
          <FilterChips
            legend="Show"
            value={selection.filter}
            onChange={setFilter}
            // The filter for approvals that end soon is rarely needed, and hidden while it's empty.
            filters={filters
              .filter((filter) => filter !== 'rm01-ending' || counts[filter] > 0 || selection.filter === filter)
              .map((filter) => ({ value: filter, label: filterLabels[filter], count: counts[filter] }))}
          />
        </div>
        <div className={classes.selects}>
          <NativeSelect
            label="Bow"
            value={bow}
            onChange={(value) => setBow(bowFilters.find((each) => each === value) ?? 'all')}
            options={bowFilters.map((value) => ({ value, label: value === 'all' ? 'All' : bowNames[value] }))}
          />
          <NativeSelect
            label="Equipment"
            value={equipment}
            onChange={(value) => setEquipment(equipmentFilters.find((each) => each === value) ?? 'all')}
            options={equipmentFilters.map((value) => ({
              value,
              label: value === 'all' ? 'All' : equipmentNames[value],
            }))}
          />
          {!desktop && <SortSelect columns={columns} sorting={sorting} onSort={setSorting} />}
        </div>
      </search>
      <div className={classes.head}>
        <p role="status" className={classes.count}>
          {on ? `${shown.length} of ${count(members.length, 'member')}` : count(members.length, 'member')}
          {picked.keys.length > 0 && ` · ${picked.keys.length} selected`}
        </p>
        {!desktop && shown.length > 0 && <SelectAllCheckbox picked={picked} label={`Select all ${shown.length}`} />}
      </div>
      <OfflineGuard>
        <DataTable
          label="Members"
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          sorting={sorting}
          onSort={setSorting}
          searched={`${filter} ${bow} ${equipment} ${q}`}
          empty={
            <Card flush>
              <EmptyState next={<ActionButton onClick={clear}>Show all</ActionButton>}>
                {memberMessages.noUserFound}
              </EmptyState>
            </Card>
          }
          card={(member, pick) => <MemberCard member={member} pick={pick} />}
          onOpen={({ id }) => open({ member: id })}
          picking={{ picked, nameOf: ({ name }) => name }}
          pickAll={pickAll}
        />
        <RecentEdits now={now} />
        <RemovedSection removed={removed} now={now} />
      </OfflineGuard>
      {picked.keys.length > 0 && <SelectionBar picked={picked} onEdit={() => open({ open: 'bulk' })} />}
      <MemberDialog members={members} now={now} />
      <PracticesDialog members={members} now={now} />
      <BulkDialog members={members} picked={picked} />
      <UndoDialog members={members} now={now} />
      <ConfirmDialogs members={members} shown={search.open === 'remove' ? shown : none} removed={removed} />
    </>
  )
}

const none: MemberRow[] = []
const keyOf = ({ id }: MemberRow) => id

const csvHead = [
  'Name',
  'Email',
  'Attended Practices',
  'Remaining Day Passes',
  'Total Paid Practices',
  'Balance',
  'Current Pass',
  'Role',
  'Bow',
  'Equipment',
]

function csvRow(member: MemberRow) {
  const { name, email, attended, dayPasses, paidPractices, pass, role, bowType, personalEquipment } = member
  const bow = bowType === null ? '' : bowNames[bowType]
  const equipment = personalEquipment === null ? '' : equipmentNames[personalEquipment]
  return [name, email, attended, dayPasses, paidPractices, practiceBalance(member), pass, role, bow, equipment]
}

function MembersSkeleton() {
  return (
    <Skeletons label="Loading members">
      <SkeletonCard height={8} />
      <SkeletonCard height={30} />
    </Skeletons>
  )
}

/** Filter and order of the members in the URL: a filter adds a history entry, typing and sorting replace it. */
function useMemberFilter() {
  const { q = '', filter = 'all', bow = 'all', equipment = 'all', sort = 'name', dir } = useSearch({ from: '/members' })
  const navigate = useNavigate({ from: '/members' })
  const change = useCallback(
    (next: Partial<MembersSearch>, replace: boolean) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false }),
    [navigate],
  )
  const write = useCallback((typed: string) => change({ q: typed || undefined }, true), [change])
  const { text, setText, replace } = useDebouncedText(q, write)
  const selection: Selection = { q: text, filter, bow, equipment, sort, descending: dir === 'desc' }
  return {
    selection,
    on: text.trim() !== '' || filter !== 'all' || bow !== 'all' || equipment !== 'all',
    setText,
    setFilter: (next: MemberFilter) => change({ filter: next === 'all' ? undefined : next }, false),
    setBow: (next: BowFilter) => change({ bow: next === 'all' ? undefined : next }, false),
    setEquipment: (next: EquipmentFilter) => change({ equipment: next === 'all' ? undefined : next }, false),
    setSorting: ({ by, descending }: Sorting) =>
      change(
        { sort: by === 'name' ? undefined : (by as MembersSearch['sort']), dir: descending ? 'desc' : undefined },
        true,
      ),
    clear() {
      replace('')
      change({ q: undefined, filter: undefined, bow: undefined, equipment: undefined }, false)
    },
  }
}

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { MemberRow, RemovedMember } from '#contract/members.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useMembersDialog, useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { BulkDialog } from '#web/features/bulk-edit/bulk-dialog.tsx'
import { RecentEdits, UndoDialog } from '#web/features/bulk-edit/recent-edits.tsx'
import { SelectionBar } from '#web/features/bulk-edit/selection-bar.tsx'
import { ListTable } from '#web/features/data-table/data-table.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { SelectAllCheckbox, useSelection } from '#web/features/data-table/row-selection.tsx'
import { useLazy } from '#web/lib/lazy-code.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { membersQuery } from '#web/queries/members.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import { useDesktop } from '#web/ui/use-media.ts'
import { ConfirmDialogs } from './confirm-dialogs.tsx'
import { MemberLines } from './member-lines.tsx'
import { MemberDialog, PracticesDialog } from './member-record.tsx'
import { columns } from './member-row.tsx'
import { MemberTools, NarrowTools } from './member-tools.tsx'
import classes from './members.module.css'
import { RemovedSection } from './removed-section.tsx'
import { countByFilter, findMembers, indexMembers, sortMembers } from './select-members.ts'
import { useMemberFilter } from './use-member-filter.ts'

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

type Listed = { members: MemberRow[]; removed: RemovedMember[] }

function Members({ members, removed }: Listed) {
  useKeptFocus()
  const now = useNow('minute')
  const desktop = useDesktop()
  const filter = useMemberFilter()
  const { open } = useOpenMember()
  const { search, details, close } = useMembersDialog()
  const sale = useLazy(() => import('./member-sale.tsx'), {
    asked: search.open === 'sell',
    onMissing: close,
    ahead: true,
  })
  const [removedHere, setRemovedHere] = useState<string | null>(null)
  if (removedHere !== null && details !== removedHere) setRemovedHere(null)
  const { q, filter: kind, bow, equipment, sort, descending } = filter.selection
  // Indexed and sorted once per list, not on each keystroke.
  const sorted = useMemo(() => sortMembers(indexMembers(members), { sort, descending }), [members, sort, descending])
  const shown = findMembers(sorted, { q, filter: kind, bow, equipment })
  const counts = useMemo(() => countByFilter(members), [members])
  const picked = useSelection(members, shown, keyOf)
  const [picks, setPicks] = useState(false)
  const isPicking = picks || picked.keys.length > 0
  // Built on demand.
  const shownNow = useLatest(shown)
  const tools = { filter, counts, shown: shown.length === 0 ? null : shownNow }
  const searched = `${kind} ${bow} ${equipment} ${q}`
  const status = (
    <p role="status" className={classes.count}>
      {filter.on ? `${shown.length} of ${count(members.length, 'member')}` : count(members.length, 'member')}
      {picked.keys.length > 0 && ` · ${picked.keys.length} selected`}
    </p>
  )
  const empty = (
    <Card flush>
      <EmptyState next={<ActionButton onClick={filter.clear}>Show all</ActionButton>}>
        {memberMessages.noUserFound}
      </EmptyState>
    </Card>
  )
  return (
    <>
      {desktop ? (
        <>
          <MemberTools {...tools} />
          <div className={classes.head}>{status}</div>
        </>
      ) : (
        <NarrowTools
          {...tools}
          status={status}
          select={
            <ActionButton
              onClick={() => {
                if (isPicking) picked.clear()
                setPicks(!isPicking)
              }}
            >
              {isPicking ? 'Done' : 'Select'}
            </ActionButton>
          }
        />
      )}
      {!desktop && isPicking && shown.length > 0 && (
        <div className={classes.all}>
          <SelectAllCheckbox picked={picked} label={`Select all ${shown.length}`} />
        </div>
      )}
      <OfflineGuard>
        {desktop ? (
          <ListTable
            label="Members"
            columns={columns}
            rows={shown}
            keyOf={keyOf}
            sorting={{ by: sort, descending }}
            onSort={filter.setSorting}
            searched={searched}
            empty={empty}
            onOpen={({ id }) => open({ member: id })}
            picking={{ picked, nameOf: ({ name }) => name }}
            pickAll={`Select all ${count(shown.length, 'member')} listed`}
          />
        ) : (
          <MemberLines
            members={shown}
            keyOf={keyOf}
            sort={sort}
            searched={searched}
            empty={empty}
            picked={isPicking ? picked : null}
          />
        )}
        <RecentEdits now={now} />
        <RemovedSection removed={removed} now={now} />
      </OfflineGuard>
      {picked.keys.length > 0 && <SelectionBar picked={picked} onEdit={() => open({ open: 'bulk' })} />}
      <MemberDialog members={members} removed={removed} removedHere={removedHere} now={now} />
      <PracticesDialog members={members} now={now} />
      {sale && <sale.MemberSale members={members} />}
      <BulkDialog members={members} picked={picked} />
      <UndoDialog members={members} now={now} />
      <ConfirmDialogs
        members={members}
        shown={search.open === 'remove' ? shown : none}
        removed={removed}
        onRemoved={setRemovedHere}
      />
    </>
  )
}

const none: MemberRow[] = []
const keyOf = ({ id }: MemberRow) => id

function MembersSkeleton() {
  return (
    <Skeletons label="Loading members">
      <SkeletonCard height={8} />
      <SkeletonCard height={30} />
    </Skeletons>
  )
}

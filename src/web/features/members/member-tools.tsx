import { IconCopy, IconDownload, IconShoppingCart } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { bowNames, equipmentNames } from '#domain/club-bows.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { bowFilters, equipmentFilters, filters, type MemberFilter } from '#web/addresses/members-search.ts'
import { paidCountsHash } from '#web/addresses/resources-search.ts'
import { mayExport } from '#web/features/data-table/download-export.ts'
import { CopyEmails, DownloadCsv, downloadCsv, useCopyEmails } from '#web/features/data-table/export-list.tsx'
import { FoldedFilters } from '#web/features/data-table/folded-filters.tsx'
import { FilterChips, SearchField, SortSelect } from '#web/features/data-table/list-filters.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { columns } from './member-row.tsx'
import classes from './member-tools.module.css'
import type { Selection } from './select-members.ts'
import type { MemberFilters } from './use-member-filter.ts'

type MemberToolsProps = {
  filter: MemberFilters
  counts: Record<MemberFilter, number>
  /** Read on demand; null if none are listed. */
  shown: (() => MemberRow[]) | null
}

/** Everything above the table, where there is room for it. */
export function MemberTools({ filter, counts, shown }: MemberToolsProps) {
  return (
    <search className={classes.tools}>
      <Search filter={filter} />
      <div className={classes.exports}>
        <Exports shown={shown} />
      </div>
      <div className={classes.filters}>
        <Chips filter={filter} counts={counts} />
        <div className={classes.selects}>
          <BowSelects filter={filter} />
        </div>
      </div>
    </search>
  )
}

type NarrowToolsProps = MemberToolsProps & {
  /** How many are listed, read out when it changes. */
  status: ReactNode
  /** What begins and ends selecting. */
  select: ReactNode
}

/** On phones, people come first: what is rarely needed is folded. */
export function NarrowTools({ filter, counts, shown, status, select }: NarrowToolsProps) {
  const { sort, descending } = filter.selection
  return (
    <>
      <search className={classes.tools}>
        <Search filter={filter} />
        <Chips filter={filter} counts={counts} />
      </search>
      <div className={classes.folded}>
        <FoldedFilters
          label="Filter"
          inUse={inUseOf(filter.selection)}
          status={status}
          buttons={
            <>
              {select}
              <NarrowMenu shown={shown} />
            </>
          }
        >
          <SortSelect columns={columns} sorting={{ by: sort, descending }} onSort={filter.setSorting} />
          <div className={classes.selects}>
            <BowSelects filter={filter} />
          </div>
        </FoldedFilters>
      </div>
    </>
  )
}

/** The folded choices that differ from the usual ones, in words. */
function inUseOf({ sort, descending, bow, equipment }: Selection) {
  const column = columns.find(({ key }) => key === sort)
  const isUsual = sort === 'name' && !descending
  return [
    ...(isUsual || !column?.orders ? [] : [`${column.label}: ${column.orders[descending ? 1 : 0]}`]),
    ...(bow === 'all' ? [] : [bowNames[bow]]),
    ...(equipment === 'all' ? [] : [equipmentNames[equipment]]),
  ]
}

function Search({ filter: { selection, setText } }: Pick<MemberToolsProps, 'filter'>) {
  return <SearchField label="Search by name or email" value={selection.q} onChange={setText} />
}

const filterLabels: Record<MemberFilter, string> = {
  all: 'All',
  outstanding: 'Outstanding',
  'no-rm01': 'No RM01',
  'rm01-ending': 'RM01 expiring',
  officers: 'Officers',
  'never-came': 'Never attended',
}

function Chips({ filter: { selection, setFilter }, counts }: Pick<MemberToolsProps, 'filter' | 'counts'>) {
  return (
    <FilterChips
      legend="Show"
      value={selection.filter}
      onChange={setFilter}
      // The filter for approvals that end soon is rarely needed, and hidden while it's empty.
      filters={filters
        .filter((filter) => filter !== 'rm01-ending' || counts[filter] > 0 || selection.filter === filter)
        .map((filter) => ({ value: filter, label: filterLabels[filter], count: counts[filter] }))}
    />
  )
}

function BowSelects({ filter: { selection, setBow, setEquipment } }: Pick<MemberToolsProps, 'filter'>) {
  return (
    <>
      <NativeSelect
        label="Bow"
        value={selection.bow}
        onChange={(value) => setBow(bowFilters.find((each) => each === value) ?? 'all')}
        options={bowFilters.map((value) => ({ value, label: value === 'all' ? 'All' : bowNames[value] }))}
      />
      <NativeSelect
        label="Equipment"
        value={selection.equipment}
        onChange={(value) => setEquipment(equipmentFilters.find((each) => each === value) ?? 'all')}
        options={equipmentFilters.map((value) => ({ value, label: value === 'all' ? 'All' : equipmentNames[value] }))}
      />
    </>
  )
}

function Exports({ shown }: Pick<MemberToolsProps, 'shown'>) {
  return (
    <>
      <CopyEmails emails={shown === null ? [] : () => shown().map(({ email }) => email)} />
      <DownloadCsv
        name="members"
        head={csvHead}
        rows={shown === null ? [] : () => shown().map(csvRow)}
        ask={mayExport}
      />
      <Link {...paidCounts} className={classes.paidCounts}>
        Paid before signing up
      </Link>
    </>
  )
}

/** The same in a menu. */
function NarrowMenu({ shown }: Pick<MemberToolsProps, 'shown'>) {
  const copy = useCopyEmails()
  const navigate = useNavigate()
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  const ofListed = shown && [
    {
      label: 'Copy emails',
      icon: <IconCopy {...icon} />,
      onClick: () => copy.copy(shown().map(({ email }) => email)),
    },
    {
      label: 'Export CSV',
      icon: <IconDownload {...icon} />,
      onClick: async () => {
        if (await mayExport()) downloadCsv({ name: 'members', head: csvHead, rows: shown().map(csvRow) })
      },
    },
  ]
  return (
    <>
      <MoreMenu
        label="More"
        items={[
          ...(ofListed ?? []),
          {
            label: 'Paid before signing up',
            icon: <IconShoppingCart {...icon} />,
            onClick: () => void navigate(paidCounts),
          },
        ]}
      />
      {copy.dialog}
    </>
  )
}

const paidCounts = { to: '/resources', search: { tab: 'store' }, hash: paidCountsHash } as const

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

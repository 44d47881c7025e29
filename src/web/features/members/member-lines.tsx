import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { count } from '#domain/text/public-messages.ts'
import type { SortColumn } from '#web/addresses/members-search.ts'
import { useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { RowCheckbox, type Selection } from '#web/features/data-table/row-selection.tsx'
import { VirtualList } from '#web/features/data-table/virtual-list.tsx'
import { Balance } from '#web/features/practices/balance.tsx'
import classes from './member-lines.module.css'
import { nameButtonId } from './member-row.tsx'

type MemberLinesProps = {
  members: MemberRow[]
  keyOf: (member: MemberRow) => string
  sort: SortColumn
  /** Current search; while it changes, only lines in the viewport are rendered. */
  searched: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** While members are being selected, a press on a line selects it. */
  picked: Selection | null
}

/** The members on a phone: one line each, which opens the details with everything else. */
export function MemberLines({ members, keyOf, sort, searched, empty, picked }: MemberLinesProps) {
  return (
    <VirtualList
      label="Members"
      rows={members}
      keyOf={keyOf}
      height={64}
      searched={searched}
      empty={empty}
      isPicked={picked?.isPicked}
      className={classes.list}
      itemClassName={classes.line}
    >
      {(member, key) => (
        <>
          {picked && (
            <span className={classes.pick}>
              <RowCheckbox id={key} name={member.name} on={picked.isPicked(key)} pick={picked.pick} />
            </span>
          )}
          <Line member={member} sort={sort} isPlain={picked !== null} />
        </>
      )}
    </VirtualList>
  )
}

type LineProps = {
  member: MemberRow
  sort: SortColumn
  /** Opens nothing. */
  isPlain: boolean
}

function Line({ member, sort, isPlain }: LineProps) {
  const { open } = useOpenMember()
  const sorted = sortedBy[sort]?.(member)
  const name = <bdi className={classes.name}>{member.name}</bdi>
  return (
    <>
      <PersonAvatar person={{ displayName: member.name, pictureUrl: member.pictureUrl }} size={40} />
      <div className={classes.who}>
        {isPlain ? (
          name
        ) : (
          <button
            type="button"
            id={nameButtonId(member.id)}
            className={classes.open}
            aria-haspopup="dialog"
            onClick={() => open({ member: member.id })}
          >
            {name}
          </button>
        )}
        <span className={classes.facts}>
          <Balance balance={practiceBalance(member)} whole />
          {sorted !== undefined && <span className={classes.sorted}>{sorted}</span>}
        </span>
      </div>
      {!isPlain && <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />}
    </>
  )
}

/** What the list is sorted by, where the line doesn't show it already. */
const sortedBy: Partial<Record<SortColumn, (member: MemberRow) => string>> = {
  email: ({ email }) => email,
  attended: ({ attended }) => `${attended} attended`,
  'day-passes': ({ dayPasses }) => count(dayPasses, 'day pass', 'day passes'),
  pass: ({ pass }) => (pass === 'none' ? 'No pass' : pass),
  role: ({ role }) => role,
}

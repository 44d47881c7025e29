import { IconSearch, IconUser, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { normalizeText } from '#domain/clean-text.ts'
import { asAct, auditActGroups, auditActs } from '#domain/text/audit-acts.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import type { ResourcesSearch } from '#web/addresses/resources-search.ts'
import { FoldedFilters } from '#web/features/data-table/folded-filters.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { listEverybody } from '#web/queries/members.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDesktop } from '#web/ui/use-media.ts'
import classes from './audit-filters.module.css'
import personClasses from './person-dialog.module.css'

type AuditFiltersProps = {
  personName: string | null
  /** How many entries are listed. */
  status: ReactNode
}

/** On phones, the filters are folded. */
export function AuditFilters({ personName, status }: AuditFiltersProps) {
  const times = useClubTimes()
  const desktop = useDesktop()
  const { person, act, from, to } = useAuditFilter().search
  const now = serverNow()
  const name = asAct(act ?? '')
  const fields = <FilterFields personName={personName} />
  if (desktop)
    return (
      <>
        {fields}
        {status}
      </>
    )
  const inUse = [
    ...(person === undefined ? [] : [personName ?? '…']),
    ...(name === null ? [] : [auditActs[name]]),
    ...(from === undefined ? [] : [`From ${times.date(from, now)}`]),
    ...(to === undefined ? [] : [`To ${times.date(to, now)}`]),
  ]
  return (
    <FoldedFilters label="Filter" inUse={inUse} status={status}>
      {fields}
    </FoldedFilters>
  )
}

/** Person, action and dates; uses native date inputs. */
function FilterFields({ personName }: Pick<AuditFiltersProps, 'personName'>) {
  const times = useClubTimes()
  const today = times.dayOf(serverNow())
  const { search, set, openDialog } = useAuditFilter()
  const { person, act, from, to } = search
  const chosen = person === undefined ? 'Anyone' : (personName ?? '…')
  return (
    <search className={classes.filters}>
      <div className={classes.person}>
        <div className={classes.label}>Person</div>
        <div className={classes.choice}>
          <button
            type="button"
            className={classes.choose}
            aria-label={`Person: ${chosen}`}
            aria-haspopup="dialog"
            onClick={openDialog}
          >
            <IconUser size={20} stroke={1.75} aria-hidden />
            <span>{chosen}</span>
          </button>
          {person !== undefined && (
            <button
              type="button"
              className={classes.clear}
              aria-label="Clear person"
              onClick={() => set({ person: undefined })}
            >
              <IconX size={20} stroke={1.75} aria-hidden />
            </button>
          )}
        </div>
      </div>
      <NativeSelect
        label="Action"
        value={asAct(act ?? '') ?? ''}
        onChange={(value) => set({ act: asAct(value) ?? undefined })}
        options={[
          { value: '', label: 'All actions' },
          ...auditActGroups.flatMap(({ group, acts }) =>
            acts.map((name) => ({ value: name, label: auditActs[name], group })),
          ),
        ]}
      />
      <TextField
        label="From"
        type="date"
        max={to ?? today}
        value={from ?? ''}
        onChange={(event) => set({ from: event.currentTarget.value || undefined })}
      />
      <TextField
        label="To"
        type="date"
        min={from}
        max={today}
        value={to ?? ''}
        onChange={(event) => set({ to: event.currentTarget.value || undefined })}
      />
    </search>
  )
}

/** No one would scroll through more; typing another letter helps more. */
const mostShown = 30

/** Picks a person: current members, and removed ones who can still be restored. */
export function PersonDialog() {
  const { search, closeDialog } = useAuditFilter()
  return (
    <InfoDialog open={search.open === 'person'} onClose={closeDialog} title="Filter by person">
      <People />
    </InfoDialog>
  )
}

function People() {
  const { set } = useAuditFilter()
  const [text, setText] = useState('')
  const query = useQuery({
    queryKey: ['audit-people'],
    queryFn: listEverybody,
    meta: { topics: ['members'] },
  })
  if (!query.data) return query.error && <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} />
  const everybody = [...query.data.members, ...query.data.removed].map(({ id, name, email }) => ({ id, name, email }))
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  const found = everybody.filter(({ name, email }) =>
    words.every((word) => normalizeText(`${name} ${email}`).includes(word)),
  )
  const more = found.length - mostShown
  return (
    <>
      <TextField
        label="Search by name or email"
        type="search"
        autoComplete="off"
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className={personClasses.people}>
        {found.slice(0, mostShown).map(({ id, name, email }) => (
          <li key={id}>
            <button type="button" className={personClasses.person} onClick={() => set({ person: id })}>
              <span className={personClasses.name}>{name || email}</span>
              {name !== '' && <span className={personClasses.email}>{email}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={personClasses.email}>
        {found.length === 0
          ? memberMessages.noUserFound
          : more > 0
            ? `And ${more} more. Keep typing to narrow it down.`
            : ''}
      </p>
    </>
  )
}

/** history.back() is asynchronous; a second call before it finishes would leave the page. */
let leaving = false

type Filter = Omit<ResourcesSearch, 'tab' | 'term' | 'open'>

/** The log's filter in the URL: each choice adds a history entry, so that Back undoes it. */
export function useAuditFilter() {
  const search = useSearch({ from: '/resources' })
  const navigate = useNavigate({ from: '/resources' })
  const { history } = useRouter()

  function set(change: { [Key in keyof Filter]: Filter[Key] | undefined }) {
    // Replaces the dialog's entry if it's open, so that Back undoes the choice without reopening the dialog.
    const replace = search.open !== undefined
    const asked = ({ open: _, ...before }: ResourcesSearch) => ({ ...before, ...change })
    void navigate({ search: asked, replace, resetScroll: false })
  }

  function closeDialog() {
    if (leaving) return
    if (!history.location.state.dialog) return set({})
    leaving = true
    const stop = history.subscribe(() => {
      leaving = false
      stop()
    })
    history.back()
  }

  return {
    search,
    set,
    clear: () => void navigate({ search: { tab: 'audit' }, resetScroll: false }),
    openDialog: () =>
      void navigate({
        search: (before) => ({ ...before, open: 'person' }),
        state: { dialog: true },
        resetScroll: false,
      }),
    closeDialog,
  }
}

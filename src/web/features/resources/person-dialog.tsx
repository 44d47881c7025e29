import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { listEverybody } from '#web/features/members/members-query.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { InfoDialog } from '#web/ui/info-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './person-dialog.module.css'
import { useAuditFilter } from './use-audit-filter.ts'

/** More would be leafed through by nobody: another letter says more. */
const mostShown = 30

/** Whom the log is about: everybody in the club, and who was removed and can still be brought back. */
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
  const words = plain(text).split(/\s+/).filter(Boolean)
  const found = everybody.filter(({ name, email }) => words.every((word) => plain(`${name} ${email}`).includes(word)))
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
      <ul className={classes.people}>
        {found.slice(0, mostShown).map(({ id, name, email }) => (
          <li key={id}>
            <button type="button" className={classes.person} onClick={() => set({ person: id })}>
              <span className={classes.name}>{name || email}</span>
              {name !== '' && <span className={classes.email}>{email}</span>}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={classes.email}>
        {found.length === 0
          ? memberMessages.noUserFound
          : more > 0
            ? `And ${more} more. Keep typing to narrow it down.`
            : ''}
      </p>
    </>
  )
}

function plain(text: string) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

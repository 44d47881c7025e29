import { IconUser, IconX } from '@tabler/icons-react'
import { asAct, auditActNames, auditActs } from '#domain/text/audit-sentences.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './audit-filters.module.css'
import { useAuditFilter } from './use-audit-filter.ts'

/** By person, act and days; the dates are the browser's own. */
export function AuditFilters({ personName }: { personName: string | null }) {
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
          ...auditActNames.map((name) => ({ value: name, label: auditActs[name] })),
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

import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { ActionButton } from '#web/ui/buttons.tsx'
import classes from './folded-filters.module.css'

type FoldedFiltersProps = {
  /** The button's text, which the number of choices in use follows. */
  label: string
  /** The choices that differ from the usual ones, in words. */
  inUse: string[]
  /** How many are listed. */
  status: ReactNode
  /** More buttons of the list. */
  buttons?: ReactNode
  children: ReactNode
}

/** On phones, the list comes first: its filters are folded, and named while they are in use. */
export function FoldedFilters({ label, inUse, status, buttons, children }: FoldedFiltersProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.folded}>
      <div className={classes.head}>
        {status}
        <div className={classes.buttons}>
          <ActionButton
            icon={<IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {inUse.length === 0 ? label : `${label} (${inUse.length})`}
          </ActionButton>
          {buttons}
        </div>
      </div>
      <div id={id} className={classes.filters} hidden={!open}>
        {children}
      </div>
      {!open && inUse.length > 0 && <p className={classes.inUse}>{inUse.join(' · ')}</p>}
    </div>
  )
}

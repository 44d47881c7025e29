import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import classes from './info-dialog.module.css'

type InfoDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** For lists and tables. */
  wide?: boolean
  /** Where the focus goes when its opener has gone. */
  returnFocus?: () => HTMLElement | null
}

/** Something to look at, with a ✕ that stays in reach however long it is. */
export function InfoDialog({ title, children, ...rest }: InfoDialogProps) {
  return (
    <Dialog {...rest} closeOnBackdrop title={title}>
      <div>
        <button type="button" className={classes.close} aria-label="Close" onClick={rest.onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
        <div className={classes.body}>{children}</div>
      </div>
    </Dialog>
  )
}

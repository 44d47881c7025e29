import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import classes from './info-dialog.module.css'

type InfoDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  wide?: boolean
  returnFocus?: () => HTMLElement | null
  children: ReactNode
}

/** Something to look at, with a ✕ that stays in reach however long it is. */
export function InfoDialog({ open, onClose, title, children, ...rest }: InfoDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} closeOnBackdrop title={title} titleClass={classes.title} {...rest}>
      <div>
        <IconButton label="Close" className={classes.close} onClick={onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </IconButton>
        <div className={classes.body}>{children}</div>
      </div>
    </Dialog>
  )
}

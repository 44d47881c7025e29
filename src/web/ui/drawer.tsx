import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import classes from './modal-frame.module.css'
import { ModalFrame } from './modal-frame.tsx'

type DrawerProps = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode }

/** A panel at the right edge, over the full height. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <ModalFrame open={open} onClose={onClose} side="end" labelledBy={titleId} initialFocus={heading} closeOnBackdrop>
      <div className={classes.drawerHead}>
        <h2 id={titleId} ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <IconButton label="Close" className={classes.close} onClick={onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      {children}
    </ModalFrame>
  )
}

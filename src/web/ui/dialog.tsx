import { IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { ActionButton, IconButton } from './buttons.tsx'
import { ErrorNote } from './form-message.tsx'
import infoClasses from './info-dialog.module.css'
import classes from './modal-frame.module.css'
import { ModalFrame } from './modal-frame.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  text?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  role?: 'dialog' | 'alertdialog'
  initialFocus?: RefObject<HTMLElement | null>
  closeOnBackdrop?: boolean
  titleClass?: string
  /** Wide enough for a table. */
  wide?: boolean
  /** As high as it may be, so that its content doesn't move. */
  tall?: boolean
  returnFocus?: () => HTMLElement | null
}

export function Dialog({ open, onClose, title, text, children, actions, role, initialFocus, ...rest }: DialogProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <ModalFrame
      open={open}
      onClose={onClose}
      side={rest.wide ? 'wide' : 'middle'}
      role={role}
      labelledBy={`${id}-title`}
      describedBy={text === undefined ? undefined : `${id}-text`}
      initialFocus={initialFocus ?? heading}
      tall={rest.tall}
      closeOnBackdrop={rest.closeOnBackdrop}
      returnFocus={rest.returnFocus}
    >
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className={`${classes.title} ${rest.titleClass ?? ''}`}>
        {title}
      </h2>
      {text !== undefined && (
        <p id={`${id}-text`} className={classes.text}>
          {text}
        </p>
      )}
      {children && <div className={classes.content}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </ModalFrame>
  )
}

type ConfirmDialogProps = {
  open: boolean
  /** The action as a question: `End practice early?` */
  title: string
  /** What will happen, in one sentence. */
  text: ReactNode
  /** The label of the confirm button, a verb: `End practice`. */
  confirm: string
  /** The label of the other button, where `Cancel` could be mistaken for the action itself. */
  cancel?: string
  tone?: 'red' | 'gold' | 'blue'
  /** Canceling is what most people want: its button is the louder one. */
  favorsCancel?: boolean
  pending?: boolean
  /** Why it can't be done now. */
  blocked?: string | null
  error?: { message: string; requestId?: string } | null
  /** A field, below the sentence. */
  children?: ReactNode
  onConfirm: () => unknown
  onCancel: () => void
  /** Where the focus goes if the button that opened it is gone. */
  returnFocus?: () => HTMLElement | null
}

/** Asks for confirmation before something that can't be undone. Cancel has the focus first, and Esc means Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    text,
    confirm,
    favorsCancel = false,
    tone = 'red',
    pending,
    blocked,
    error = null,
    onConfirm,
    onCancel,
    returnFocus,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      role="alertdialog"
      title={title}
      text={text}
      initialFocus={cancel}
      returnFocus={returnFocus}
      actions={
        <>
          <ActionButton ref={cancel} tone={favorsCancel ? 'blue' : 'plain'} onClick={onCancel}>
            {props.cancel ?? 'Cancel'}
          </ActionButton>
          <ActionButton tone={favorsCancel ? 'plain' : tone} pending={pending} reason={blocked} onClick={onConfirm}>
            {confirm}
          </ActionButton>
        </>
      }
    >
      {(props.children || error) && (
        <>
          {props.children}
          {error && <ErrorNote error={error} />}
        </>
      )}
    </Dialog>
  )
}

type InfoDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  wide?: boolean
  tall?: boolean
  returnFocus?: () => HTMLElement | null
  /** Next to the ✕: a menu, or null while it isn't known. */
  menu?: ReactNode
  children: ReactNode
}

/** A dialog with content to read, and a ✕ that stays in reach however long it is. */
export function InfoDialog({ open, onClose, title, menu, children, ...rest }: InfoDialogProps) {
  const titleClass = menu === undefined ? infoClasses.title : `${infoClasses.title} ${infoClasses.besideMenu}`
  return (
    <Dialog open={open} onClose={onClose} closeOnBackdrop title={title} titleClass={titleClass} {...rest}>
      <div>
        <div className={infoClasses.controls}>
          {menu}
          <IconButton label="Close" onClick={onClose}>
            <IconX size={24} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
        <div className={infoClasses.body}>{children}</div>
      </div>
    </Dialog>
  )
}

type DrawerProps = { open: boolean; onClose: () => void; title: ReactNode; children: ReactNode }

/** A full-height panel at the right edge. */
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

import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useContext,
  useId,
  useRef,
  useState,
} from 'react'
import classes from './action-button.module.css'
import iconClasses from './icon-button.module.css'

/**
 * - `gold`: the one thing to do now, at most once on a screen
 * - `blue`: chosen, or a strong second action
 * - `plain`: an ordinary button with a border
 * - `red`, `red-outline`: cannot be undone
 * - `quiet`: looks like a link
 */
type ActionTone = 'gold' | 'blue' | 'plain' | 'red' | 'red-outline' | 'quiet'

type ActionButtonProps = {
  children: ReactNode
  /** May return a promise: the button is busy until it settles. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
  type?: 'button' | 'submit'
  tone?: ActionTone
  /** 44 px, or 56 px for the main action. */
  size?: 'md' | 'lg'
  fullWidth?: boolean
  icon?: ReactNode
  pending?: boolean
  /** Why it cannot be used now; it stays focusable, and the sentence stands under it. */
  reason?: string | null
  /** What it does is sent: blocked where nothing can be sent now. */
  sends?: boolean
  label?: string
  ref?: Ref<HTMLButtonElement>
  className?: string
  /** Of what the button opens or controls. */
  'aria-expanded'?: boolean
  'aria-controls'?: string
  'aria-haspopup'?: 'dialog'
  /** A sentence elsewhere that belongs to the button, such as why it is blocked. */
  'aria-describedby'?: string
}

/** A button that cannot be pressed twice: a second tap while it is busy does nothing, and it keeps the focus. */
export function ActionButton(props: ActionButtonProps) {
  const { children, onClick, type = 'button', tone = 'plain', size = 'md', fullWidth, icon, reason, label } = props
  const [working, setWorking] = useState(false)
  const locked = useRef(false)
  const reasonId = useId()
  const busy = working || props.pending === true
  const notSent = useDisabledOffline(props.sends)
  const blocked = typeof reason === 'string' || notSent !== null
  const start = busy ? <span className={classes.spinner} aria-hidden /> : icon

  async function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || blocked || locked.current) return event.preventDefault()
    const result = onClick?.(event)
    if (!(result instanceof Promise)) return
    locked.current = true
    setWorking(true)
    await result.catch(reportError)
    locked.current = false
    setWorking(false)
  }

  return (
    <span className={classes.wrap} data-block={fullWidth || undefined}>
      <button
        ref={props.ref}
        className={props.className ? `${classes.button} ${props.className}` : classes.button}
        data-tone={tone}
        data-size={size}
        data-icon={start ? true : undefined}
        data-busy={busy || undefined}
        type={type}
        onClick={press}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={blocked || undefined}
        aria-describedby={reason ? reasonId : (notSent?.['aria-describedby'] ?? props['aria-describedby'])}
        aria-expanded={props['aria-expanded']}
        aria-controls={props['aria-controls']}
        aria-haspopup={props['aria-haspopup']}
      >
        <span className={classes.inner}>
          {start && <span className={classes.icon}>{start}</span>}
          <span className={classes.label}>{children}</span>
        </span>
      </button>
      {reason && (
        <span id={reasonId} className={classes.reason} role="status">
          {reason}
        </span>
      )}
    </span>
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  /** What it does is sent: blocked where nothing can be sent now. */
  sends?: boolean
}

/** A round button of 44 px with a picture in place of words, which `label` says. */
export function IconButton({ label, className, sends, ...rest }: IconButtonProps) {
  const looks = className === undefined ? iconClasses.button : `${iconClasses.button} ${className}`
  const blocked = useDisabledOffline(sends)
  return (
    <button
      type="button"
      className={looks}
      aria-label={label}
      {...rest}
      {...blocked}
      onClick={blocked ? undefined : rest.onClick}
    />
  )
}

/** The id of the sentence that says why nothing can be sent now; null while it can. */
export const DisabledOffline = createContext<string | null>(null)

/**
 * For a control that may send what it does: what it has on it while it can't. It stays focusable, so that the focus is not
 * lost when the connection is.
 */
export function useDisabledOffline(sends = false) {
  const sentence = useContext(DisabledOffline)
  if (!sends || sentence === null) return null
  return { 'aria-disabled': true, 'aria-describedby': sentence, 'data-blocked': true } as const
}

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
 * - `gold`: the main action, at most one per screen
 * - `blue`: selected, or a strong secondary action
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
  /** Why it is disabled; it stays focusable, and the reason shows below it. */
  reason?: string | null
  /** It sends a request, so it is disabled where nothing can be sent. */
  sends?: boolean
  label?: string
  ref?: Ref<HTMLButtonElement>
  className?: string
  /** For what the button opens or controls. */
  'aria-expanded'?: boolean
  'aria-controls'?: string
  'aria-haspopup'?: 'dialog'
  /** The id of a text elsewhere that describes the button, such as why it is disabled. */
  'aria-describedby'?: string
}

/** A button that can't be pressed twice: a second tap while it is busy does nothing, and it keeps the focus. */
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
  /** It sends a request, so it is disabled where nothing can be sent. */
  sends?: boolean
}

/** A round button of 44 px with an icon; `label` is its accessible name. */
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

/** The id of the text that says why nothing can be sent; null while sending is possible. */
export const DisabledOffline = createContext<string | null>(null)

/**
 * Attributes that disable a control while nothing can be sent; null while sending is possible. The control stays
 * focusable, so that the focus isn't lost along with the connection.
 */
export function useDisabledOffline(sends = false) {
  const sentence = useContext(DisabledOffline)
  if (!sends || sentence === null) return null
  return { 'aria-disabled': true, 'aria-describedby': sentence, 'data-blocked': true } as const
}

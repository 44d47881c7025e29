import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ActionButton } from './buttons.tsx'
import classes from './form-message.module.css'

export type MessageTone = 'error' | 'warning' | 'success' | 'info'

type FormMessageProps = {
  tone: MessageTone
  /** The sentence. */
  children: ReactNode
  /** More information, in a lighter style. */
  details?: ReactNode
  actions?: ReactNode
  onDismiss?: () => void
  /** `alert` is announced right away, `status` when convenient; the default depends on the tone. */
  role?: 'alert' | 'status'
  /** Part of the page from the start, so it is not announced. */
  quiet?: boolean
}

const icons = {
  error: IconAlertTriangle,
  warning: IconAlertTriangle,
  success: IconCircleCheck,
  info: IconInfoCircle,
} as const

/** A message in the page, where the person is looking: above a form's button, or as a banner. */
export function FormMessage({ tone, children, details, actions, onDismiss, role, quiet }: FormMessageProps) {
  const Icon = icons[tone]
  const announced = role ?? (tone === 'error' || tone === 'warning' ? 'alert' : 'status')
  return (
    <div className={classes.message} data-tone={tone} role={quiet ? undefined : announced}>
      <Icon className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.body}>
        <div>{children}</div>
        {details && <div className={classes.details}>{details}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {onDismiss && (
        <button type="button" className={classes.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  )
}

type ShownError = { message: string; requestId?: string }

/** What went wrong, with a retry; nothing if nothing did. */
export function ErrorNote({
  error,
  onRetry,
  pending,
}: {
  error: ShownError | null
  onRetry?: () => unknown
  pending?: boolean
}) {
  if (error === null) return null
  const retry = onRetry && (
    <ActionButton sends onClick={onRetry} pending={pending}>
      Try again
    </ActionButton>
  )
  return (
    <FormMessage
      tone="error"
      actions={retry}
      details={error.requestId !== undefined && <span className={classes.id}>Error ID: {error.requestId}</span>}
    >
      {error.message}
    </FormMessage>
  )
}

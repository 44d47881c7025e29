import { Component, lazy, type ReactNode, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { type ShownToast, useToasts } from '#web/lib/toast.ts'
import { useFrontDialog } from '#web/ui/front-dialog.ts'
import classes from './toasts.module.css'

/** Mounted once in the shell, so that the live regions exist before the first message. */
export function Toasts() {
  const toasts = useToasts()
  const front = useFrontDialog()
  const region = (
    <div className={`${classes.region} no-print`}>
      {(['alert', 'status'] as const).map((role) => (
        <div key={role} role={role} className={classes.group}>
          <Cards toasts={toasts.filter((each) => (each.role ?? 'status') === role)} />
        </div>
      ))}
    </div>
  )
  return front === null ? region : createPortal(region, front)
}

const ToastCards = lazy(async () => ({ default: (await import('./toast-cards.tsx')).ToastCards }))

/** The texts show right away; the cards with their buttons are loaded with the first toast. */
function Cards({ toasts }: { toasts: ShownToast[] }) {
  if (toasts.length === 0) return null
  const bare = toasts.map(({ id, text }) => (
    <p key={id} className={classes.toast}>
      <span className={classes.text}>{text}</span>
    </p>
  ))
  return (
    <Otherwise show={bare}>
      <Suspense fallback={bare}>
        <ToastCards toasts={toasts} />
      </Suspense>
    </Otherwise>
  )
}

/** Offline, the code of the cards may fail to load; then the bare texts stay. */
class Otherwise extends Component<{ show: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.show : this.props.children
  }
}

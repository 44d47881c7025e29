/**
 * Background news: saved, sent, changed. At most three, each for 5 seconds (6 with an Undo), never while it is pointed at
 * or focused. An error never stands only here.
 */
import { Component, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useFrontDialog } from './front-dialog.ts'
import classes from './toasts.module.css'

export type Toast = {
  text: string
  /** `alert` interrupts a screen reader; only for what went wrong. */
  role?: 'status' | 'alert'
  action?: { label: string; onClick: () => void }
  /** Until it is dismissed, instead of a few seconds. */
  stays?: true
}
export type ShownToast = Toast & { id: number }

const atMost = 3
let shown: ShownToast[] = []
const none: ShownToast[] = []
const nothingShown = () => none
let lastId = 0
const listeners = new Set<() => void>()

export function toast(news: Toast) {
  lastId += 1
  const all = [...shown, { ...news, id: lastId }]
  // The oldest makes room; one that stays has not been read yet.
  const tooMany = all.length > atMost ? (all.find(({ stays }) => !stays) ?? all[0]) : undefined
  change(all.filter((each) => each !== tooMany))
  const id = lastId
  return () => dismissToast(id)
}

/** Takes all of them away, as on signing out. */
export function clearToasts() {
  change([])
}

export function dismissToast(id: number) {
  change(shown.filter((each) => each.id !== id))
}

function change(next: ShownToast[]) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands once in the shell, so that the live regions exist before the first news comes. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown, nothingShown)
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

/** The sentences are there at once; what they stand on, with its buttons, comes with the first of them. */
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

/** Without a connection the cards may not come. */
class Otherwise extends Component<{ show: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.show : this.props.children
  }
}

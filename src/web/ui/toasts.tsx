/**
 * Background news: saved, sent, changed. At most three, each for 5 seconds (6 with an Undo), never while it is pointed at
 * or focused. An error never stands only here.
 */
import { IconX } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useFrontDialog } from './modal-frame.tsx'
import classes from './toasts.module.css'

export type Toast = {
  text: string
  /** `alert` interrupts a screen reader; only for what went wrong. */
  role?: 'status' | 'alert'
  action?: { label: string; onClick: () => void }
  /** Until it is dismissed, instead of a few seconds. */
  stays?: true
}
type Shown = Toast & { id: number }

const atMost = 3
let shown: Shown[] = []
const none: Shown[] = []
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
  return () => dismiss(id)
}

/** Takes all of them away, as on signing out. */
export function clearToasts() {
  change([])
}

function dismiss(id: number) {
  change(shown.filter((each) => each.id !== id))
}

function change(next: Shown[]) {
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
    <div className={`${classes.region} no-print`} data-over={front !== null || undefined}>
      {(['alert', 'status'] as const).map((role) => (
        <div key={role} role={role} className={classes.group}>
          {toasts
            .filter((each) => (each.role ?? 'status') === role)
            .map((each) => (
              <ToastCard key={each.id} toast={each} />
            ))}
        </div>
      ))}
    </div>
  )
  return front === null ? region : createPortal(region, front)
}

function ToastCard({ toast: { id, text, action, stays } }: { toast: Shown }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(() => dismiss(id), action ? 6000 : 5000)
    return () => clearTimeout(timer)
  }, [held, stays, id, action])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops its clock
    <div
      className={classes.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={`${classes.button} ${classes.undo}`}
          onClick={() => {
            dismiss(id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.button} aria-label="Dismiss" onClick={() => dismiss(id)}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

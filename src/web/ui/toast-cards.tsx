import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './toasts.module.css'
import { dismissToast, type ShownToast } from './toasts.tsx'

export function ToastCards({ toasts }: { toasts: ShownToast[] }) {
  return toasts.map((each) => <ToastCard key={each.id} toast={each} />)
}

function ToastCard({ toast: { id, text, action, stays } }: { toast: ShownToast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(() => dismissToast(id), action ? 6000 : 5000)
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
            dismissToast(id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.button} aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

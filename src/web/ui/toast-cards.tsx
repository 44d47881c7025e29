import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { giveFocus } from './last-control.ts'
import { dismissToast, type ShownToast } from './toast.ts'
import { useToastsPlace } from './toast-place.ts'
import classes from './toasts.module.css'

export function ToastCards({ toasts }: { toasts: ShownToast[] }) {
  useToastsPlace(toasts.length)
  return toasts.map((each) => <ToastCard key={each.id} toast={each} />)
}

/** What had the focus before it went to the toasts. */
let cameFrom: Element | null = null

/** A card that goes with the focus in it gives it back, so that it is not lost at the top of the document. */
function leave(card: HTMLElement | null, id: number) {
  if (card?.contains(document.activeElement))
    giveFocus(cameFrom?.isConnected ? cameFrom : document.querySelector('main h1'), { preventScroll: true })
  dismissToast(id)
}

function ToastCard({ toast: { id, text, action, stays } }: { toast: ShownToast }) {
  const [held, setHeld] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(() => dismissToast(id), action ? 6000 : 5000)
    return () => clearTimeout(timer)
  }, [held, stays, id, action])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops its clock
    <div
      ref={card}
      className={classes.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true)
        if (!relatedTarget?.closest(`.${classes.region}`)) cameFrom = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={`${classes.button} ${classes.undo}`}
          onClick={() => {
            leave(card.current, id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.button} aria-label="Dismiss" onClick={() => leave(card.current, id)}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

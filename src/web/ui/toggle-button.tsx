import { IconCheck, IconHourglass } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { useDisabledOffline } from './buttons.tsx'
import classes from './toggle-button.module.css'

type ToggleButtonProps = {
  pressed: boolean
  onClick: () => void
  /** Shown until it is pressed; then a check mark replaces it. */
  icon: ReactNode
  /** The press has not taken effect yet: no check mark before that. */
  waiting?: boolean
  /** Pressed, but not granted: an hourglass and an outline instead of a check mark and a fill. */
  waitlisted?: boolean
  /** It sends a request, so it is disabled where nothing can be sent. */
  sends?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** On or off, shown by fill, check mark and `aria-pressed`, never by color alone. */
export function ToggleButton({ pressed, onClick, icon, waiting, waitlisted, sends, children, ref }: ToggleButtonProps) {
  const blocked = useDisabledOffline(sends)
  const Mark = waitlisted ? IconHourglass : IconCheck
  return (
    <button
      ref={ref}
      type="button"
      className={classes.toggle}
      aria-pressed={pressed}
      data-waitlisted={(pressed && waitlisted) || undefined}
      {...blocked}
      onClick={blocked ? undefined : onClick}
    >
      {pressed && !waiting ? <Mark size={20} stroke={2} aria-hidden /> : icon}
      {children}
    </button>
  )
}

import { IconCheck } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { useDisabledOffline } from './buttons.tsx'
import classes from './toggle-button.module.css'

type ToggleButtonProps = {
  pressed: boolean
  onClick: () => void
  /** Shown until it is pressed; then a check mark stands there. */
  icon: ReactNode
  /** What was pressed has yet to come true: no check mark before that. */
  waiting?: boolean
  /** What it does is sent: blocked where nothing can be sent now. */
  sends?: boolean
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** On or off, told by fill, check mark and `aria-pressed`, never by colour alone. */
export function ToggleButton({ pressed, onClick, icon, waiting = false, sends, children, ref }: ToggleButtonProps) {
  const blocked = useDisabledOffline(sends)
  return (
    <button
      ref={ref}
      type="button"
      className={classes.toggle}
      aria-pressed={pressed}
      {...blocked}
      onClick={blocked ? undefined : onClick}
    >
      {pressed && !waiting ? <IconCheck size={20} stroke={2} aria-hidden /> : icon}
      {children}
    </button>
  )
}

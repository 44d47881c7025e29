import type { ComponentProps } from 'react'
import { useDisabledOffline } from './disabled-offline.ts'
import classes from './icon-button.module.css'

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  /** What it does is sent: blocked where nothing can be sent now. */
  sends?: boolean
}

/** A round button of 44 px with a picture in place of words, which `label` says. */
export function IconButton({ label, className, sends, ...rest }: IconButtonProps) {
  const looks = className === undefined ? classes.button : `${classes.button} ${className}`
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

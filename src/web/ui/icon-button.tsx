import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

/** A round button of 44 px with a picture in place of words, which `label` says. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  const looks = className === undefined ? classes.button : `${classes.button} ${className}`
  return <button type="button" className={looks} aria-label={label} {...rest} />
}

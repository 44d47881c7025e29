import type { ReactNode } from 'react'
import classes from './visually-hidden.module.css'

/** For screen readers only. A block element, so that it can contain a heading. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <div className={classes.hidden}>{children}</div>
}

/** The same, inline. */
export function ReadOut({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>
}

/** The first stop of the Tab key: skips the navigation. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a className={classes.skip} href={`#${target}`} onClick={(event) => skip(event, target)}>
      Skip to content
    </a>
  )
}

/** Moves the focus without leaving `#main` in the address, which the router would treat as a navigation. */
function skip(event: { preventDefault: () => void }, target: string) {
  event.preventDefault()
  const element = document.getElementById(target)
  element?.focus()
  element?.scrollIntoView()
}

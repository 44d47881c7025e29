import type { ReactNode } from 'react'
import classes from './visually-hidden.module.css'

/** Read out, not shown. A block element, so that a heading may stand in it. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <div className={classes.hidden}>{children}</div>
}

/** The same within a line of text. */
export function ReadOut({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>
}

/** First stop of the Tab key: past the navigation, to the content. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a className={classes.skip} href={`#${target}`} onClick={(event) => skip(event, target)}>
      Skip to content
    </a>
  )
}

/** Moves the focus without leaving `#main` in the address bar, where the router would see another place. */
function skip(event: { preventDefault: () => void }, target: string) {
  event.preventDefault()
  const element = document.getElementById(target)
  element?.focus()
  element?.scrollIntoView()
}

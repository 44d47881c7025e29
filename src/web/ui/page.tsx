import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page.module.css'
import { useDocumentTitle } from './title.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

type PageProps = {
  /** The browser's title, before the site's name; also the heading where no other is given. */
  title: string
  heading?: ReactNode
  /** Keeps the heading for screen readers only, where the page begins with something that says it better. */
  headingHidden?: boolean
  /** Above the heading: a mark, a way back. */
  before?: ReactNode
  /** One column for forms, instead of the full width. */
  narrow?: boolean
  /** Wider than text reads well, for tables. */
  wide?: boolean
  /** When it changes, a new screen begins within the page (a step, a mode): the heading takes the focus again. */
  screen?: string | number
  /** In front of the title while something is going on, like `● Live —`. */
  titlePrefix?: string
  children: ReactNode
}

let firstScreenShown = false

/** Every page: the document's title, one h1, and the focus on it after a navigation (not on arrival from outside). */
export function Page(props: PageProps) {
  const { title, heading = title, headingHidden, before, narrow, wide, screen, titlePrefix, children } = props
  const headingRef = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(title, titlePrefix)
  useFocusOnNavigation(headingRef, screen)
  const headline = (
    <h1 ref={headingRef} tabIndex={-1} className={headingHidden ? undefined : classes.heading}>
      {heading}
    </h1>
  )
  return (
    <div
      className={narrow ? `${classes.page} ${classes.narrow}` : wide ? `${classes.page} ${classes.wide}` : classes.page}
    >
      {before}
      {headingHidden ? <VisuallyHidden>{headline}</VisuallyHidden> : headline}
      {children}
    </div>
  )
}

/** For a screen that is not a Page but has a heading of its own, such as a full-screen greeting. */
function useFocusOnNavigation(heading: { current: HTMLElement | null }, screen?: string | number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen is the reason to run again
  useEffect(() => {
    // Scroll restoration decides where the page stands; the focus must not move it.
    if (firstScreenShown) heading.current?.focus({ preventScroll: true })
    firstScreenShown = true
  }, [heading, screen])
}

import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { Card } from './card.tsx'
import loadingClasses from './loading.module.css'
import classes from './page.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

type PageProps = {
  /** The document title, before the site's name; also the heading unless another one is given. */
  title: string
  heading?: ReactNode
  /** The heading is for screen readers only, because the page begins with something more expressive. */
  headingHidden?: boolean
  /** Above the heading: a mark, or a way back. */
  before?: ReactNode
  /** One column for forms, instead of the full width. */
  narrow?: boolean
  /** Wider than text reads well, for tables. */
  wide?: boolean
  /** When it changes, a new screen begins within the page (a step, a mode), and the heading takes the focus again. */
  screen?: string | number
  /** A prefix of the document title while something is going on, like `● Live —`. */
  titlePrefix?: string
  children: ReactNode
}

let firstScreenShown = false

/**
 * The frame of every page: the document title, one h1, and focus on it after a navigation (but not when arriving from
 * another site).
 */
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

/** For a screen that is not a Page but has its own heading, such as a full-screen greeting. */
function useFocusOnNavigation(heading: { current: HTMLElement | null }, screen?: string | number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen is the reason to run again
  useEffect(() => {
    // Scroll restoration decides the scroll position; the focus must not change it.
    if (firstScreenShown) heading.current?.focus({ preventScroll: true })
    firstScreenShown = true
  }, [heading, screen])
}

const SiteName = createContext('')

export function SiteNameProvider({ name, children }: { name: string; children: ReactNode }) {
  return <SiteName value={name}>{children}</SiteName>
}

/** Sets the document title: `My Pass · Archery Club`, with a prefix while something is going on. */
export function useDocumentTitle(title: string, prefix = '') {
  const site = useContext(SiteName)
  useEffect(() => {
    const named = site === '' ? title : `${title} · ${site}`
    document.title = prefix === '' ? named : `${prefix} ${named}`
  }, [title, site, prefix])
}

/** A text shown while nothing else can be. Screen readers get it right away; it is visible after 300 ms. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div className={`${loadingClasses.loading} ${loadingClasses.late}`} role="status" data-waiting>
      <h1 className={loadingClasses.words}>{children}</h1>
    </div>
  )
}

/** Gray placeholders in the final sizes, so that nothing jumps when the content arrives; visible after 300 ms. */
export function Skeletons({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={loadingClasses.late} role="status" aria-label={label} data-waiting>
      <div aria-hidden>{children}</div>
    </div>
  )
}

/** A placeholder card with a given height in rem. */
export function SkeletonCard({ height }: { height: number }) {
  return (
    <Card>
      <div className={loadingClasses.stack}>
        <div className={`${loadingClasses.skeleton} ${loadingClasses.heading}`} />
        <div className={loadingClasses.skeleton} style={{ blockSize: `${Math.max(1, height - 5)}rem` }} />
      </div>
    </Card>
  )
}

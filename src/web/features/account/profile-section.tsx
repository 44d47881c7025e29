import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import type { ProfileDialog, ProfileSearch, ProfileSection } from '#web/addresses/own-pages-search.ts'
import { useAddressDialog } from '#web/addresses/use-address-dialog.ts'
import { Card } from '#web/ui/card.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import classes from './profile.module.css'

type SectionProps = {
  /** The anchor in the page's address. */
  id?: ProfileSection
  title: string
  /** The title is for screen readers only, because the content needs none. */
  titleHidden?: boolean
  lead?: ReactNode
  children: ReactNode
}

/** A section of the page: heading, description, and a card with the controls. */
export function Section({ id, title, titleHidden, lead, children }: SectionProps) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  // It is there only once the data is, which the router doesn't wait for.
  useEffect(() => {
    if (id !== undefined && location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  const heading = (
    <h2 id={titleId} className={classes.title}>
      {title}
    </h2>
  )
  return (
    <section ref={section} id={id} className={classes.section} aria-labelledby={titleId}>
      {titleHidden ? (
        <VisuallyHidden>{heading}</VisuallyHidden>
      ) : (
        <div className={classes.about}>
          {heading}
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
      )}
      <Card>{children}</Card>
    </section>
  )
}

type FactProps = {
  title: string
  lead?: ReactNode
  headingRef: Ref<HTMLHeadingElement>
  /** What is known, in a line or two. */
  summary: ReactNode
  /** The button that opens the fields; none while there are changes. */
  action: ReactNode
  /** The fields, while they are open. */
  children: ReactNode
}

/** A row with something the member has told the club, whose fields open below it. */
export function Fact({ title, lead, headingRef, summary, action, children }: FactProps) {
  const id = useId()
  const about = children ? lead : summary
  return (
    <section className={classes.fact} aria-labelledby={id}>
      <div className={classes.factTop}>
        <div className={classes.known}>
          <h2 id={id} ref={headingRef} tabIndex={-1} className={classes.factTitle}>
            {title}
          </h2>
          {about && <p className={classes.summary}>{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Dialog state for a profile dialog, named in the URL. */
export function useProfileDialog(name: ProfileDialog) {
  const { search, open, close } = useAddressDialog<ProfileSearch>(['open'])
  return { isOpen: search.open === name, open: () => open({ open: name }), close: () => close() }
}

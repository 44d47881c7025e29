import { type ReactNode, type Ref, useId } from 'react'
import type { ProfileDialog, ProfileSearch } from '#web/addresses/own-pages-search.ts'
import { useAddressDialog } from '#web/addresses/use-address-dialog.ts'
import { Card } from '#web/ui/card.tsx'
import classes from './profile.module.css'

type SectionProps = { title: string; lead?: ReactNode; children: ReactNode; headingRef?: Ref<HTMLHeadingElement> }

/** A section of the page: heading and description on the left (above, on a phone), controls on the right. */
export function Section({ title, lead, children, headingRef }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.about}>
        <h2 id={id} ref={headingRef} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      <Card>{children}</Card>
    </section>
  )
}

/** Dialog state for a profile dialog, named in the URL. */
export function useProfileDialog(name: ProfileDialog) {
  const { search, open, close } = useAddressDialog<ProfileSearch>(['open'])
  return { isOpen: search.open === name, open: () => open({ open: name }), close: () => close() }
}

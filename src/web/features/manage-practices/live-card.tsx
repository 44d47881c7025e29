import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { inAttendance } from '#domain/text/member-messages.ts'
import { useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { LiveLine } from '#web/features/practices/live-line.tsx'
import { ActionButton } from '#web/ui/buttons.tsx'
import { DarkPanel } from '#web/ui/dark-panel.tsx'
import classes from './live-card.module.css'

/** The live practice, which officers run on the home page. */
export function LiveCard({ practice, now }: { practice: ManagedPractice; now: number }) {
  const id = useId()
  const dialog = useManageDialog()
  return (
    <section aria-labelledby={`${id}-live ${id}`} className={classes.section}>
      <DarkPanel className={classes.panel}>
        <LiveLine id={`${id}-live`} endsAt={practice.endsAt} now={now} />
        <h2 id={id} className={classes.title}>
          {practice.title}
        </h2>
        <p>
          <strong className={classes.number}>{practice.attended}</strong> {inAttendance(practice.attended)}
        </p>
        <div className={classes.actions}>
          <Link to="/home" className={classes.link}>
            Go to live practice
            <IconChevronRight size={20} stroke={2} aria-hidden />
          </Link>
          <ActionButton aria-haspopup="dialog" onClick={() => dialog.open({ practice: practice.id })}>
            View Details
          </ActionButton>
        </div>
      </DarkPanel>
    </section>
  )
}

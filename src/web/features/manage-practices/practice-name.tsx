import type { ManagedPractice } from '#contract/manage-practices.ts'
import { Chip } from '#web/ui/card.tsx'
import classes from './practice-table.module.css'

export function PracticeName({ practice: { title, cancelled, sample } }: { practice: ManagedPractice }) {
  return (
    <span className={classes.name}>
      <span className={classes.title}>{title}</span>
      {cancelled && <Chip tone="outline">Canceled</Chip>}
      {sample && <Chip tone="outline">Sample</Chip>}
    </span>
  )
}

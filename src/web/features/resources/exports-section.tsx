import { IconDownload } from '@tabler/icons-react'
import { Section } from '#web/components/section.tsx'
import { downloadExport } from '#web/features/data-table/download-export.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './exports-section.module.css'

const tables = [
  {
    kind: 'members',
    name: 'Members',
    text: 'Email, role, passes, practices, balance, car, and pronouns. No birthdays.',
  },
  {
    kind: 'attendance',
    name: 'Attendance',
    text: 'Who was at each practice, with the check-in time and who checked them in.',
  },
  {
    kind: 'sales',
    name: 'Sales at the door',
    text: 'What officers sold at each practice, how it was paid, and what was undone.',
  },
  {
    kind: 'ledger',
    name: 'Ledger',
    text: 'Every change to day passes and paid practices, with the reason and who made it.',
  },
  {
    kind: 'audit',
    name: 'Audit log',
    text: 'What was done and who did it. To export part of it, filter first under Audit.',
  },
] as const

/** The club's tables as CSV. */
export function ExportsSection() {
  return (
    <Section title="Exports" text="CSV files for a spreadsheet, with times in the club’s time zone.">
      <Card as="ul" flush>
        {tables.map(({ kind, name, text }) => (
          <li key={kind} className={classes.row}>
            <h3>{name}</h3>
            <p className={classes.text}>{text}</p>
            <div className={classes.button}>
              <ActionButton
                icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
                sends
                onClick={() => downloadExport(`/exports/${kind}.csv`)}
              >
                <span>
                  Export<ReadOut> {name}</ReadOut>
                </span>
              </ActionButton>
            </div>
          </li>
        ))}
      </Card>
      <p className={classes.text}>
        These files contain personal data: keep them where only officers have access, and delete them when you’re done.
        You may have to enter your password. The audit log records every export.
      </p>
    </Section>
  )
}

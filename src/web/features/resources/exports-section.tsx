import { IconDownload } from '@tabler/icons-react'
import { Section } from '#web/components/section.tsx'
import { downloadExport } from '#web/features/data-table/download-export.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListedRow } from '#web/ui/list-section.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'

const tables = [
  {
    kind: 'members',
    name: 'Members',
    text: 'Everyone in the club: email, role, passes, paid and attended practices, balance, car, and pronouns. No birthdays.',
  },
  {
    kind: 'attendance',
    name: 'Attendance',
    text: 'Everyone at every practice, with the check-in time and who checked them in.',
  },
  {
    kind: 'ledger',
    name: 'Ledger',
    text: 'Every change to day passes and paid practices, with the reason and who made it. A member’s rows add up to their current totals.',
  },
  {
    kind: 'audit',
    name: 'Audit log',
    text: 'Everything that was done and who did it. To export part of it, filter first under Audit.',
  },
] as const

/** The club's tables as CSV. */
export function ExportsSection() {
  return (
    <Section
      title="Exports"
      text="CSV files for a spreadsheet, with times in the club’s time zone. They contain personal data: keep them where only officers have access, and delete them when you’re done. You may have to enter your password. The audit log records every export."
    >
      <Card as="ul" flush>
        {tables.map(({ kind, name, text }) => (
          <ListedRow
            key={kind}
            actions={
              <ActionButton
                icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
                sends
                onClick={() => downloadExport(`/exports/${kind}.csv`)}
              >
                <span>
                  Export<ReadOut> {name}</ReadOut>
                </span>
              </ActionButton>
            }
          >
            <h3>{name}</h3>
            <p>{text}</p>
          </ListedRow>
        ))}
      </Card>
    </Section>
  )
}

import { IconDownload } from '@tabler/icons-react'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/external-link.tsx'
import { ListedRow } from '#web/ui/listed.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './exports-section.module.css'
import { Section } from './section.tsx'

const tables = [
  {
    kind: 'members',
    name: 'Members',
    text: 'Everybody in the club: address, role, passes, paid and attended practices, balance, car, pronouns. No birthdays.',
  },
  {
    kind: 'attendance',
    name: 'Attendance',
    text: 'Everybody at every practice, with when and by whom they were checked in.',
  },
  {
    kind: 'ledger',
    name: 'Ledger',
    text: 'Every change of day passes and paid practices, with why and by whom. Adding up a member’s rows gives what they have.',
  },
  {
    kind: 'audit',
    name: 'Audit log',
    text: 'Everything that officers did. The section Audit exports a part of it.',
  },
] as const

/** The club's tables, for a spreadsheet. */
export function ExportsSection() {
  return (
    <Section
      title="Exports"
      text="Tables for a spreadsheet, as CSV, with times of the club’s own zone. They hold personal data: keep them where only officers get at them, and delete them when you are done. The audit log notes who exported what."
    >
      <Card as="ul" flush>
        {tables.map(({ kind, name, text }) => (
          <ListedRow
            key={kind}
            actions={
              <ButtonLink href={`/exports/${kind}.csv`}>
                <IconDownload size={20} stroke={1.75} aria-hidden />
                <span>
                  Export<ReadOut> {name}</ReadOut>
                </span>
              </ButtonLink>
            }
          >
            <h3>{name}</h3>
            <p>{text}</p>
          </ListedRow>
        ))}
      </Card>
      <p className={classes.command}>
        On the server, <code>npm run quiver -- export members</code> writes the same.
      </p>
    </Section>
  )
}

import { createPortal } from 'react-dom'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { compareText } from '#web/lib/collate.ts'
import { PrintFacts } from '#web/ui/print-facts.tsx'
import classes from '../../ui/print-sheet.module.css'

export type PrintListProps = {
  practice: PracticeRecord['practice']
  /** Kind of list, such as `Attendees`. */
  title: string
  /** Number of rows as text. */
  count: string
  head: string[]
  /** One row per person, name first; printed in order of the names. */
  rows: { id: string; cells: string[] }[]
}

/**
 * The list on paper, with a checkbox before each name. It replaces the page however it's printed, and is rendered
 * outside the dialog, because a dialog can't span several pages.
 */
export function PrintList({ practice, title, count, head, rows }: PrintListProps) {
  return createPortal(
    <div className={classes.sheet} data-sheet aria-hidden>
      <p className={classes.title}>{title}</p>
      <Facts practice={practice} count={count} />
      <table className={classes.table} data-list>
        <thead>
          <tr>
            {['✓', ...head].map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareText(rows, ({ cells }) => cells[0] ?? '', false).map(({ id, cells }) => (
            <tr key={id}>
              <td />
              {cells.map((cell, at) => (
                <td key={head[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}

function Facts({ practice, count }: Pick<PrintListProps, 'practice' | 'count'>) {
  // With the year: paper is read much later.
  const { date, time } = useClubTimes().when(practice, 0)
  const facts: [string, string][] = [
    ['Practice', practice.title],
    ['Date', time === null ? date : `${date} · ${time}`],
    ...(practice.location === '' ? [] : [['Location', practice.location] as [string, string]]),
    ['Total', count],
  ]
  return <PrintFacts facts={facts} />
}

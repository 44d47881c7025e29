import { IconChecklist, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Home } from '#contract/home.ts'
import { count } from '#domain/text/messages.ts'
import { Card } from '#web/ui/card.tsx'
import classes from './todo-card.module.css'

/** For officers: what waits to be done, each with the way there; nothing while there is nothing. */
export function TodoCard({ needs: { outstanding, rm01Ending, storeLines } }: { needs: NonNullable<Home['needs']> }) {
  const id = useId()
  const waiting = [
    {
      way: { to: '/members', search: { filter: 'outstanding' } },
      number: outstanding,
      text: `${count(outstanding, 'member')} with outstanding practices`,
    },
    {
      way: { to: '/members', search: { filter: 'rm01-ending' } },
      number: rm01Ending,
      text: `${count(rm01Ending, 'RM01 approval')} expiring within 21 days`,
    },
    {
      way: { to: '/resources', search: { tab: 'store' } },
      number: storeLines,
      text: `${count(storeLines, 'store order')} to assign`,
    },
  ] as const
  const shown = waiting.filter(({ number }) => number > 0)
  if (shown.length === 0) return null
  return (
    <Card as="section" aria-labelledby={id} className={classes.card}>
      <div className={classes.top}>
        <IconChecklist size={24} stroke={1.75} aria-hidden />
        <h2 id={id}>To do</h2>
      </div>
      <ul className={classes.list}>
        {shown.map(({ way, text }) => (
          <li key={text}>
            <Link {...way} className={classes.link}>
              {text}
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

import { IconChecklist, IconChevronRight, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Home } from '#contract/home.ts'
import { count } from '#domain/text/public-messages.ts'
import { setUpMessages } from '#domain/text/set-up-messages.ts'
import { Card } from '#web/ui/card.tsx'
import setupClasses from './set-up-card.module.css'
import todoClasses from './todo-card.module.css'

/** TodoLine (home-page.tsx) leads there. */
const todoId = 'to-do'

/** For officers: open to-dos with links; renders nothing if there are none. */
export function TodoCard({ needs }: { needs: NonNullable<Home['needs']> }) {
  // The previous release stored it on the phone without the emails.
  const { outstanding, rm01Ending, storeLines, emailsOff = [] } = needs
  const waiting = [
    {
      way: { to: '/members', search: { filter: 'outstanding' } },
      number: outstanding,
      text: `${count(outstanding, 'member')} with outstanding practices`,
      hint: 'See who owes, and how much',
    },
    {
      way: { to: '/members', search: { filter: 'rm01-ending' } },
      number: rm01Ending,
      text: `${count(rm01Ending, 'RM01 approval')} expiring within 21 days`,
      hint: 'Ask these drivers for a new form',
    },
    {
      way: { to: '/resources', search: { tab: 'store' } },
      number: storeLines,
      text: `${count(storeLines, 'store order')} to assign`,
      hint: 'Say whose they are, or what they include',
    },
    ...emailsOff.map((preview) => ({
      way: { to: '/settings', search: { preview } } as const,
      number: 1,
      text: preview === 'week' ? 'Turn on the weekly email' : 'Turn on reminders to RSVP',
      hint: 'See how it looks, and how many get it',
    })),
  ] as const
  const shown = waiting.filter(({ number }) => number > 0)
  if (shown.length === 0) return null
  return (
    <Card as="section" aria-labelledby={todoId} className={todoClasses.card}>
      <div className={todoClasses.top}>
        <IconChecklist size={24} stroke={1.75} aria-hidden />
        <h2 id={todoId} tabIndex={-1}>
          To do
        </h2>
      </div>
      <ul className={todoClasses.list}>
        {shown.map(({ way, text, hint }) => (
          <li key={text}>
            <Link {...way} className={todoClasses.link}>
              <span>
                {text}
                <span className={todoClasses.hint}>{hint}</span>
              </span>
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** For officers: what members don't see because the club hasn't decided about it, and the way to decide. */
export function SetUpCard({ unset }: { unset: Home['unset'] }) {
  const id = useId()
  const [first = ''] = unset
  return (
    <Card as="section" aria-labelledby={id} className={setupClasses.card}>
      <IconSettings size={24} stroke={1.75} aria-hidden />
      <div className={setupClasses.what}>
        <h2 id={id}>{setUpMessages.setUp}</h2>
        <p>{setUpMessages.left(unset.length)}</p>
      </div>
      <Link to="/settings" search={{ setup: first }} className={setupClasses.start}>
        {setUpMessages.start}
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
    </Card>
  )
}

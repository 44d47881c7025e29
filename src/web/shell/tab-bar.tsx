import { IconCalendarCheck, IconHome, IconTicket, IconUser } from '@tabler/icons-react'
import { useRef } from 'react'
import { TargetMark } from '#web/ui/target-drawings.tsx'
import { useBarHeight } from '#web/ui/use-bar-height.ts'
import { PageLink } from './nav-link.tsx'
import classes from './tab-bar.module.css'

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const
const tabs = [
  { to: '/home', label: 'Home', mark: <IconHome {...icon} /> },
  { to: '/my-practices', label: 'Practices', mark: <IconCalendarCheck {...icon} /> },
  { to: '/my-pass', label: 'Pass', mark: <IconTicket {...icon} /> },
  { to: '/scorecard', label: 'Score', mark: <TargetMark size={24} /> },
  { to: '/profile', label: 'Me', mark: <IconUser {...icon} /> },
]

/** A member's own pages, one tap away on phones. */
export function TabBar() {
  const bar = useRef<HTMLElement>(null)
  useBarHeight(bar, '--tab-bar-height')
  return (
    <nav ref={bar} aria-label="Tabs" className={`${classes.bar} no-print`}>
      <ul className={classes.tabs}>
        {tabs.map(({ to, label, mark }) => (
          <li key={to}>
            <PageLink to={to} className={classes.tab}>
              {mark}
              <span>{label}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import {
  IconCalendarCog,
  IconCalendarEvent,
  IconChevronRight,
  IconHistory,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Home } from '#contract/home.ts'
import type { MyPass } from '#contract/passes.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import type { HomeDialog } from '#web/addresses/home-search.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { Balance } from '#web/features/practices/balance.tsx'
import { TargetMark } from '#web/ui/target-drawings.tsx'
import { MapsTile } from './maps-tile.tsx'
import classes from './tiles.module.css'

/** Links to other pages, two in a row; an odd one out gets a full row. */
export function Tiles({ home, officer }: { home: Home; officer: boolean }) {
  const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <ul className={classes.tiles}>
      <Tile opens="pass" gold icon={<IconTicket {...icon} />} title={passTitle(home.pass)}>
        {passText(home.pass)}
      </Tile>
      {officer ? (
        // Officers get the list of all practices instead of their own past practices.
        <LinkTile to="/manage-practices" icon={<IconCalendarCog {...icon} />} title="Manage Practices">
          Attendance and carpool
        </LinkTile>
      ) : (
        <Tile opens="past" icon={<IconHistory {...icon} />} title="My Past Practices">
          {home.attended === 0 && home.balance === 0 ? 'None yet' : <Balance balance={home.balance} />}
        </Tile>
      )}
      {officer && (
        <LinkTile to="/members" icon={<IconUsers {...icon} />} title="Members">
          Passes, payments, and roles
        </LinkTile>
      )}
      {home.maps.length > 0 && <MapsTile maps={home.maps} officer={officer} />}
      <Tile opens="upcoming" icon={<IconCalendarEvent {...icon} />} title="Upcoming Practices">
        {home.upcoming.length === 0 ? memberMessages.noUpcoming : count(home.upcoming.length, 'practice')}
      </Tile>
      <LinkTile to="/scorecard" icon={<TargetMark size={24} />} title="Scorecard">
        Score a round
      </LinkTile>
    </ul>
  )
}

export function passTitle({ current }: MyPass) {
  return current === 'none' ? 'Purchase Pass' : 'My Pass'
}

function passText({ current, dayPasses }: MyPass) {
  if (current === 'Day Pass') return 'Day Pass until midnight'
  if (current === 'Carpool Range Pass') return current
  return dayPasses === 0 ? 'No day passes left' : `${count(dayPasses, 'day pass', 'day passes')} left · Use one`
}

type LinkTileProps = {
  to: '/manage-practices' | '/members' | '/scorecard'
  icon: ReactNode
  title: string
  children: ReactNode
}

/** Links to another page. */
function LinkTile({ to, icon, title, children }: LinkTileProps) {
  return (
    <li>
      <Link to={to} className={classes.tile}>
        {icon}
        <span className={classes.text}>
          <span className={classes.title}>{title}</span>
          <span className={classes.sub}>{children}</span>
        </span>
        <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />
      </Link>
    </li>
  )
}

type TileProps = { opens: HomeDialog; icon: ReactNode; title: string; children: ReactNode; gold?: boolean }

function Tile({ opens, icon, title, children, gold }: TileProps) {
  const dialog = useHomeDialog()
  return (
    <li>
      <button
        type="button"
        className={classes.tile}
        data-gold={gold || undefined}
        aria-haspopup="dialog"
        onClick={() => dialog.open({ open: opens })}
      >
        {icon}
        <span className={classes.text}>
          <span className={classes.title}>{title}</span>
          <span className={classes.sub}>{children}</span>
        </span>
        <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}

import {
  IconCalendarCheck,
  IconCalendarCog,
  IconCalendarEvent,
  IconFileText,
  IconHome,
  IconInfoCircle,
  IconLogin2,
  IconMail,
  IconMapPin,
  IconSearch,
  IconTicket,
  IconTrophy,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { openPalette } from '#web/features/palette/open-palette.ts'
import { useSession } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { TargetMark } from '#web/ui/target-drawings.tsx'
import { ClubLinks } from './footer.tsx'
import classes from './header.module.css'
import { NavLink } from './nav-link.tsx'

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const
/** By label: Login and Home lead to the same page. */
const icons: Partial<Record<string, ReactNode>> = {
  Home: <IconHome {...icon} />,
  'My Practices': <IconCalendarCheck {...icon} />,
  Info: <IconInfoCircle {...icon} />,
  'My Pass': <IconTicket {...icon} />,
  Scorecard: <TargetMark size={24} />,
  'Manage Practices': <IconCalendarCog {...icon} />,
  Members: <IconUsers {...icon} />,
  Resources: <IconFileText {...icon} />,

  'About Archery': <IconInfoCircle {...icon} />,
  'Our Range': <IconMapPin {...icon} />,
  'Our Team': <IconUsers {...icon} />,
  Calendar: <IconCalendarEvent {...icon} />,
  Competitions: <IconTrophy {...icon} />,
  Contact: <IconMail {...icon} />,
  Join: <IconUserPlus {...icon} />,
  Login: <IconLogin2 {...icon} />,
}

type MenuDrawerProps = { links: ShellLink[]; open: boolean; onClose: () => void }

/** The links, for screens where the bar has no room for them; for members also those of the footer. */
export function MenuDrawer({ links, open, onClose }: MenuDrawerProps) {
  const session = useSession()
  const club = session.status === 'ready' && session.person?.hasLoggedIn ? session.club : null
  function search() {
    onClose()
    openPalette()
  }
  return (
    <Drawer open={open} onClose={onClose} title="Menu">
      {club && (
        <ActionButton
          fullWidth
          aria-haspopup="dialog"
          icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
          onClick={search}
        >
          Search
        </ActionButton>
      )}
      <nav aria-label="Menu" className={club ? classes.belowSearch : undefined}>
        <ul className={classes.menu}>
          {links.map((link) => (
            <li key={link.to}>
              <NavLink link={link} icon={icons[link.label]} onFollow={onClose} />
            </li>
          ))}
        </ul>
      </nav>
      {club && (
        <ul className={classes.clubLinks}>
          <ClubLinks club={club} />
        </ul>
      )}
    </Drawer>
  )
}

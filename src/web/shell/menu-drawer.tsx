import { IconSearch } from '@tabler/icons-react'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { openPalette } from '#web/features/palette/open-palette.ts'
import { useSession } from '#web/lib/use-session.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import classes from './header.module.css'
import { NavLink } from './nav-link.tsx'

type MenuDrawerProps = { links: ShellLink[]; open: boolean; onClose: () => void }

/** The links, for screens where the bar has no room for them. */
export function MenuDrawer({ links, open, onClose }: MenuDrawerProps) {
  const session = useSession()
  function search() {
    onClose()
    openPalette()
  }
  return (
    <Drawer open={open} onClose={onClose} title="Menu">
      {session.status === 'ready' && session.person?.hasLoggedIn && (
        <ActionButton
          fullWidth
          aria-haspopup="dialog"
          icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
          onClick={search}
        >
          Search
        </ActionButton>
      )}
      <nav aria-label="Menu">
        <ul className={classes.menu}>
          {links.map((link) => (
            <li key={link.to}>
              <NavLink link={link} onFollow={onClose} />
            </li>
          ))}
        </ul>
      </nav>
    </Drawer>
  )
}

import { Drawer } from '#web/ui/drawer.tsx'
import classes from './header.module.css'
import type { ShellLink } from './links.ts'
import { NavLink } from './nav-link.tsx'

type MenuDrawerProps = { links: ShellLink[]; open: boolean; onClose: () => void }

/** The links where the bar has no room for them. */
export function MenuDrawer({ links, open, onClose }: MenuDrawerProps) {
  return (
    <Drawer open={open} onClose={onClose} title="Menu">
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

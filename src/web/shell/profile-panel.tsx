import { IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Person } from '#contract/session.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { ThemeChoice } from '#web/components/theme-choice.tsx'
import { LogOutButton } from '#web/features/session/log-out-button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import classes from './header.module.css'

type ProfilePanelProps = { person: Person; open: boolean; onClose: () => void }

export function ProfilePanel({ person, open, onClose }: ProfilePanelProps) {
  return (
    <Drawer open={open} onClose={onClose} title="Profile">
      <div className={classes.person}>
        <PersonAvatar person={person} size={96} />
        <p className={classes.fullName}>{person.displayName || person.email}</p>
      </div>
      <div className={classes.panel}>
        <Link to="/profile" className={classes.panelLink} onClick={onClose}>
          <IconUser size={20} stroke={1.75} aria-hidden />
          My Profile
        </Link>
        <ThemeChoice />
        <LogOutButton />
      </div>
    </Drawer>
  )
}

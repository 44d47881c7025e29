import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceMobile, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Person } from '#contract/session.ts'
import { messages } from '#domain/messages.ts'
import { signOut } from '#web/session/session.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import classes from './header.module.css'
import { PersonAvatar } from './person-avatar.tsx'

type ProfilePanelProps = { person: Person; open: boolean; onClose: () => void }

export function ProfilePanel({ person, open, onClose }: ProfilePanelProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const [failed, setFailed] = useState(false)
  const navigate = useNavigate()

  async function leave() {
    setFailed(false)
    try {
      await signOut()
      await navigate({ to: '/', replace: true })
    } catch {
      setFailed(true)
    }
  }

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
        <Segmented
          legend="Theme"
          value={colorScheme}
          onChange={setColorScheme}
          options={[
            { value: 'auto', label: 'System', icon: <IconDeviceMobile size={20} stroke={1.75} aria-hidden /> },
            { value: 'light', label: 'Light', icon: <IconSun size={20} stroke={1.75} aria-hidden /> },
            { value: 'dark', label: 'Dark', icon: <IconMoon size={20} stroke={1.75} aria-hidden /> },
          ]}
        />
        {failed && <FormMessage tone="error">{messages.signOutFailed}</FormMessage>}
        <ActionButton fullWidth onClick={leave} icon={<IconLogout size={20} stroke={1.75} aria-hidden />}>
          Logout
        </ActionButton>
      </div>
    </Drawer>
  )
}

import { IconDeviceMobile, IconLogout, IconMoon, IconSun, IconSunglasses, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Person } from '#contract/session.ts'
import { leaveMessages } from '#domain/text/header-messages.ts'
import { chooseTheme, useThemeChoice } from '#web/components/color-scheme.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { useLeave } from '#web/features/session/use-log-out.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Segmented } from '#web/ui/choose-one.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import classes from './header.module.css'

type ProfilePanelProps = { person: Person; open: boolean; onClose: () => void }

export function ProfilePanel({ person, open, onClose }: ProfilePanelProps) {
  const theme = useThemeChoice()
  const { leave, leaveNow, warning, failed } = useLeave()

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
          value={theme}
          onChange={chooseTheme}
          options={[
            { value: 'auto', label: 'System', icon: <IconDeviceMobile size={20} stroke={1.75} aria-hidden /> },
            { value: 'light', label: 'Light', icon: <IconSun size={20} stroke={1.75} aria-hidden /> },
            { value: 'dark', label: 'Dark', icon: <IconMoon size={20} stroke={1.75} aria-hidden /> },
            { value: 'outdoor', label: 'Outdoor', icon: <IconSunglasses size={20} stroke={1.75} aria-hidden /> },
          ]}
        />
        {warning !== null && (
          <FormMessage tone="warning" actions={<ActionButton onClick={leaveNow}>{leaveMessages.anyway}</ActionButton>}>
            {warning}
          </FormMessage>
        )}
        {failed && <FormMessage tone="error">{leaveMessages.failed}</FormMessage>}
        <ActionButton fullWidth onClick={leave} icon={<IconLogout size={20} stroke={1.75} aria-hidden />}>
          Logout
        </ActionButton>
      </div>
    </Drawer>
  )
}

import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SettingName } from '#domain/settings/setting-list.ts'
import classes from './settings-link.module.css'

/** Leads an officer to the fields of a setting. */
export function SettingsLink({ setting, children }: { setting: SettingName; children: ReactNode }) {
  return (
    <Link to="/settings" search={{ edit: setting }} className={classes.link}>
      {children}
      <IconChevronRight size={20} stroke={1.75} aria-hidden />
    </Link>
  )
}

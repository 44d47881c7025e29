import { useDeferredValue, useState } from 'react'
import type { Person } from '#contract/session.ts'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { useLazy } from '#web/lib/lazy-code.ts'
import { IconButton } from '#web/ui/buttons.tsx'
import classes from './header.module.css'

type BarButtonsProps = { person: Person; links: ShellLink[] }

/** The end of the bar; there is nothing to search before setup is finished. The page's first paint doesn't wait for it. */
export function BarButtons(props: BarButtonsProps) {
  const isPainted = useDeferredValue(true, false)
  return isPainted ? <Buttons {...props} /> : <span className={classes.pending} />
}

function Buttons({ person, links }: BarButtonsProps) {
  const search = useLazy(() => import('./search-button.tsx'), { asked: links.length > 0, quiet: true })
  return (
    <>
      {search && links.length > 0 && <search.SearchButton person={person} links={links} />}
      <ProfileButton person={person} />
    </>
  )
}

function ProfileButton({ person }: { person: Person }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const panel = useLazy(() => import('./profile-panel.tsx'), { asked: open, onMissing: close, ahead: true })
  return (
    <>
      <IconButton label="Profile" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <PersonAvatar person={person} size={36} />
      </IconButton>
      {panel && <panel.ProfilePanel person={person} open={open} onClose={close} />}
    </>
  )
}

import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Person } from '#contract/session.ts'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { command, type Overlay, registerPalette, usePageKeys } from '#web/features/palette/open-palette.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { useDesktop } from '#web/ui/use-media.ts'
import classes from './header.module.css'

/** The palette and the list of shortcuts, with the keys that open them, and a button if the bar has room. */
export function SearchButton({ person, links }: { person: Person; links: ShellLink[] }) {
  const [shown, setShown] = useState<Overlay | null>(null)
  const desktop = useDesktop()
  const later = useLazy(() => import('#web/features/palette/overlays.tsx'), {
    asked: shown !== null,
    onMissing: () => setShown(null),
    // With a keyboard, text typed right after the shortcut must not be lost.
    ahead: desktop,
  })
  usePageKeys((what) => setShown(shown === what ? null : what))
  useEffect(() => registerPalette(() => setShown('palette')), [])
  return (
    <>
      {desktop && (
        <button
          type="button"
          className={`${classes.panelLink} ${classes.search}`}
          aria-haspopup="dialog"
          aria-keyshortcuts={`${command.key}+K`}
          onClick={() => setShown('palette')}
        >
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <span>Search</span>
          <span aria-hidden>
            <kbd>{command.name} K</kbd>
          </span>
        </button>
      )}
      {later && <later.Overlays person={person} links={links} command={command.name} shown={shown} onShow={setShown} />}
    </>
  )
}

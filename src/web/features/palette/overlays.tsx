import type { Person } from '#contract/session.ts'
import type { ShellLink } from '#web/shell/links.ts'
import type { Overlay } from '#web/shell/page-keys.ts'
import { Palette } from './palette.tsx'
import { ShortcutList } from './shortcut-list.tsx'

type OverlaysProps = {
  person: Person
  /** The pages in the bar. */
  links: ShellLink[]
  /** What the key of commands is called here. */
  command: string
  shown: Overlay | null
  onShow: (what: Overlay | null) => void
}

/** What the keys of every page open over it. */
export function Overlays({ person, links, command, shown, onShow }: OverlaysProps) {
  const close = () => onShow(null)
  return (
    <>
      <Palette
        person={person}
        links={links}
        open={shown === 'palette'}
        onClose={close}
        onShortcuts={() => onShow('shortcuts')}
      />
      <ShortcutList command={command} open={shown === 'shortcuts'} onClose={close} />
    </>
  )
}

import type { Person } from '#contract/session.ts'
import { paletteMessages } from '#domain/text/header-messages.ts'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { type Overlay, setSingleKeys, useSingleKeys } from './open-palette.ts'
import classes from './palette.module.css'
import { Palette } from './palette.tsx'

type OverlaysProps = {
  person: Person
  /** Pages in the navigation bar. */
  links: ShellLink[]
  /** Name of the command key on this device. */
  command: string
  shown: Overlay | null
  onShow: (what: Overlay | null) => void
}

/** The palette and the other overlays that global shortcuts open. */
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

const partsWith = (command: string): { title: string; keys: [key: string, does: string][] }[] => [
  {
    title: 'On every page',
    keys: [
      [`${command} K`, 'Search from anywhere'],
      ['/', 'Search on this page'],
      ['?', 'This list'],
      ['Esc', 'Close dialog'],
    ],
  },
  {
    title: 'On the scorecard’s target',
    keys: [
      ['↑ ↓ ← →', 'Move the aim by 1 mm (10 mm with Shift)'],
      ['Enter', 'Place the arrow'],
      ['X, 0 to 9, M', 'Enter its score (0 = 10)'],
      [`${command} Z`, 'Undo; with Shift, redo'],
    ],
  },
]

type ShortcutListProps = { command: string; open: boolean; onClose: () => void }

export function ShortcutList({ command, open, onClose }: ShortcutListProps) {
  const singleKeys = useSingleKeys()
  return (
    <InfoDialog open={open} onClose={onClose} title="Keyboard shortcuts">
      {partsWith(command).map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl className={classes.keys}>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div>
        <CheckField label={paletteMessages.singleKeys} checked={singleKeys} onChange={setSingleKeys} />
        <p className={classes.note}>{paletteMessages.singleKeysMeaning}</p>
      </div>
    </InfoDialog>
  )
}

import { IconSearch, IconX } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Person } from '#contract/session.ts'
import { isOfficer } from '#domain/roles.ts'
import { paletteMessages } from '#domain/text/header-messages.ts'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { PersonAvatar } from '#web/components/person-avatar.tsx'
import { IconButton } from '#web/ui/buttons.tsx'
import { ModalFrame } from '#web/ui/modal-frame.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDesktop } from '#web/ui/use-media.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { Entry } from './entries.ts'
import classes from './palette.module.css'
import { readRecent, saveRecent } from './recent-entries.ts'
import { type Group, useResultGroups } from './use-result-groups.ts'

type PaletteProps = {
  person: Person
  links: ShellLink[]
  open: boolean
  onClose: () => void
  onShortcuts: () => void
}

/** Search field for pages, actions, members and practices. */
export function Palette({ open, ...rest }: PaletteProps) {
  const desktop = useDesktop()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <ModalFrame
      open={open}
      onClose={rest.onClose}
      side={desktop ? 'wide' : 'all'}
      labelledBy={id}
      initialFocus={input}
      closeOnBackdrop
      // Opened from the menu, which has closed since.
      returnFocus={() => (desktop ? null : document.querySelector<HTMLElement>('header button[aria-label="Menu"]'))}
    >
      <VisuallyHidden>
        <h2 id={id}>Search</h2>
      </VisuallyHidden>
      <Finder {...rest} open={open} input={input} />
    </ModalFrame>
  )
}

type FinderProps = PaletteProps & { input: RefObject<HTMLInputElement | null> }

function Finder({ person, links, open, onClose, onShortcuts, input }: FinderProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const [whole, setWhole] = useState<string[]>([])
  const [wasOpen, setWasOpen] = useState(open)
  const [recent, setRecent] = useState(() => readRecent(person.userId))
  // Reopened while closing: starts a new search, as after closing.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setText('')
      setRecent(readRecent(person.userId))
      setChosen(0)
      setWhole([])
    }
  }
  const id = useId()
  const typed = text.trim()
  const { groups, pending, problem } = useResultGroups(person, links, {
    typed,
    recent,
    whole,
    showShortcuts: onShortcuts,
  })
  const entries = groups.flatMap((group) => group.entries)
  const active = entries[Math.min(chosen, entries.length - 1)]
  const optionId = (entry: Entry) => `${id} ${entry.id}`.replaceAll(' ', '-')
  const activeId = active && optionId(active)
  const choose = useChoose(person.userId, onClose, (title) => setWhole([...whole, title]))
  const label = isOfficer(person) ? paletteMessages.searchClub : paletteMessages.search

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!open || event.nativeEvent.isComposing || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === undefined) return active && choose(active)
    const at = active ? entries.indexOf(active) : 0
    setChosen((at + step + entries.length) % Math.max(1, entries.length))
  }

  const trouble = problem
    ? paletteMessages[problem.kind === 'offline' ? 'offline' : 'trouble']
    : pending
      ? paletteMessages.looking
      : null
  return (
    // The search text is nothing to lose: a press outside still closes the dialog.
    <div className={classes.palette} onInput={(event) => event.stopPropagation()}>
      <div className={classes.head}>
        <TextField
          ref={input}
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={active !== undefined}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
            setWhole([])
          }}
          onKeyDown={press}
        />
        <IconButton label="Close" onClick={onClose}>
          <IconX size={24} stroke={1.75} aria-hidden />
        </IconButton>
      </div>
      <div role="status" className={classes.note}>
        {trouble ??
          (typed !== '' && (
            <VisuallyHidden>
              {paletteMessages.results(groups.reduce((sum, { found }) => sum + found, 0))}
            </VisuallyHidden>
          ))}
      </div>
      {entries.length === 0 && !pending && (
        <EmptyState next={paletteMessages.nothingFoundNext}>{paletteMessages.nothingFound}</EmptyState>
      )}
      <Results
        id={`${id}-list`}
        groups={groups}
        active={active}
        optionId={optionId}
        onPoint={(entry) => setChosen(entries.indexOf(entry))}
        onChoose={choose}
      />
    </div>
  )
}

/** Runs the chosen entry and closes the palette, unless the entry lists the rest of its group. */
function useChoose(userId: string, onClose: () => void, listAll: (title: string) => void) {
  const navigate = useNavigate()
  const { history } = useRouter()
  return ({ id, way, act, lists }: Entry) => {
    if (lists !== undefined) return listAll(lists)
    onClose()
    if (act) return void act()
    saveRecent(userId, id)
    const { to, search = {}, dialog } = way
    // On the same page, Back closes the dialog; from another page, Back returns there.
    const over = dialog === true && history.location.pathname === to
    void navigate({ to, search, ...(over && { state: { dialog: true }, resetScroll: false }) })
  }
}

type ResultsProps = {
  id: string
  groups: Group[]
  active: Entry | undefined
  optionId: (entry: Entry) => string
  onPoint: (entry: Entry) => void
  onChoose: (entry: Entry) => void
}

/** The options below the field. The focus stays in the field; arrow keys and pointer move the active option. */
function Results({ id, groups, active, optionId, onPoint, onChoose }: ResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className={classes.list}>
      {groups.map(({ title, entries }) => {
        const titleId = `${id}-${title.replaceAll(' ', '-')}`
        return (
          // biome-ignore lint/a11y/useSemanticElements: within a listbox a fieldset is none
          <div key={title} role="group" aria-labelledby={titleId}>
            <p id={titleId} role="presentation" className={classes.note}>
              {title}
            </p>
            {entries.map((entry) => (
              <button
                key={entry.id}
                type="button"
                role="option"
                id={optionId(entry)}
                aria-selected={entry === active}
                tabIndex={-1}
                className={classes.option}
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => entry !== active && onPoint(entry)}
                onClick={() => onChoose(entry)}
              >
                {entry.face ? (
                  <PersonAvatar person={entry.face} size={32} />
                ) : (
                  <entry.icon size={20} stroke={1.75} aria-hidden />
                )}
                <span className={classes.what}>
                  <span className={classes.label}>{entry.label}</span>
                  {entry.note && <span className={classes.note}>{entry.note}</span>}
                </span>
              </button>
            ))}
          </div>
        )
      })}
    </div>
  )
}

import { IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ActionButton, IconButton } from './buttons.tsx'
import { giveFocus } from './focus.ts'
import { visibleBottom } from './keyboard-room.ts'
import classes from './more-menu.module.css'

type MoreMenuProps = {
  /** The button's label: `More about Avery Bowman`. */
  label: string
  /** The button shows its label after this icon instead of three dots. */
  icon?: ReactNode
  items: MenuItem[]
}

type MenuItem = {
  label: string
  icon: ReactNode
  tone?: 'red'
  /** Set apart from the items before it. */
  apart?: boolean
  onClick: () => void
}

/**
 * A menu for actions that a row has no room for. A `<dialog>` is above everything else, and Esc or a press outside
 * closes it; a popover would do the same, but Safari 16 and Firefox 124 don't support it. The arrow keys move in it, too.
 */
export function MoreMenu({ label, icon, items }: MoreMenuProps) {
  // Rendered on first use: a long list has one menu per row, and hardly any is opened.
  const [made, setMade] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDialogElement>(null)

  /** Opens below its button, or above it if there is no room. */
  function open() {
    flushSync(() => setMade(true))
    if (button.current === null || menu.current === null) return
    // The dialog returns the focus to the focused element, and a press alone doesn't focus a button in Safari.
    giveFocus(button.current)
    menu.current.showModal()
    const anchor = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight, style } = menu.current
    const under = anchor.bottom + 4
    const top = under + offsetHeight > visibleBottom() ? anchor.top - 4 - offsetHeight : under
    style.top = `${top}px`
    style.left = `${Math.max(8, anchor.right - offsetWidth)}px`
  }

  return (
    <>
      {icon ? (
        <ActionButton ref={button} tone="quiet" icon={icon} aria-haspopup="dialog" onClick={open}>
          {label}
        </ActionButton>
      ) : (
        <IconButton ref={button} label={label} aria-haspopup="dialog" onClick={open}>
          <IconDots size={24} stroke={1.75} aria-hidden />
        </IconButton>
      )}
      {made && (
        <dialog
          ref={menu}
          className={classes.menu}
          aria-label={label}
          // The buttons fill the dialog, so a press on the dialog itself is on its edge or outside.
          onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
          onKeyDown={moveFocus}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              className={classes.item}
              data-tone={item.tone}
              data-apart={item.apart || undefined}
              onClick={() => {
                // Returns the focus to the button first; a dialog opened by the item then returns it there, too.
                menu.current?.close()
                item.onClick()
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
        </dialog>
      )}
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLDialogElement>) {
  const items = [...event.currentTarget.querySelectorAll('button')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const next = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at <= 0 ? items.length : at) - 1,
    Home: 0,
    End: items.length - 1,
  }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

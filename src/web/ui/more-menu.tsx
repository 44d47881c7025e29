import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from './buttons.tsx'
import { giveFocus } from './focus.ts'
import { visibleBottom } from './keyboard-room.ts'
import classes from './more-menu.module.css'

type MoreMenuProps = {
  /** Of the button: `More about Avery Bowman`. */
  label: string
  items: { label: string; icon: ReactNode; tone?: 'red'; onClick: () => void }[]
}

/**
 * What a row has no room for. A `<dialog>` lies above everything, and Esc or a press beside it closes it; a popover would do the
 * same, but Safari 16 and Firefox 124 have none.
 */
export function MoreMenu({ label, items }: MoreMenuProps) {
  // A long list has one in each row, of which hardly any is opened.
  const [made, setMade] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDialogElement>(null)

  /** Under its button, or over it where there is no room. */
  function open() {
    flushSync(() => setMade(true))
    if (button.current === null || menu.current === null) return
    // What it gives the focus back to when it closes. A press alone doesn't focus a button in Safari.
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
      <IconButton ref={button} label={label} aria-haspopup="dialog" onClick={open}>
        <IconDots size={24} stroke={1.75} aria-hidden />
      </IconButton>
      {made && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is for pointers; the keyboard has Esc
        <dialog
          ref={menu}
          className={classes.menu}
          aria-label={label}
          // All of it is buttons, so a press on the dialog itself is one on its edge or beside it.
          onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
        >
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              className={classes.item}
              data-tone={item.tone}
              onClick={() => {
                // Gives the focus back to its button, from where a dialog takes it and returns it to.
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

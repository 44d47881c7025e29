import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from './icon-button.tsx'
import { visibleBottom } from './keyboard-room.ts'
import { giveFocus } from './last-control.ts'
import classes from './more-menu.module.css'

type MoreMenuProps = {
  /** Of the button: `More about Avery Bowman`. */
  label: string
  items: { label: string; icon: ReactNode; tone?: 'red'; onClick: () => void }[]
}

/** What a row has no room for. The browser's own popover: it lies above everything, and Esc or a press beside it closes it. */
export function MoreMenu({ label, items }: MoreMenuProps) {
  const id = useId()
  // A long list has one in each row, of which hardly any is opened.
  const [made, setMade] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  /** Under its button, or over it where there is no room. */
  function place() {
    if (button.current === null || menu.current === null) return
    const anchor = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight, style } = menu.current
    const under = anchor.bottom + 4
    const top = under + offsetHeight > visibleBottom() ? anchor.top - 4 - offsetHeight : under
    style.top = `${top}px`
    style.left = `${Math.max(8, anchor.right - offsetWidth)}px`
  }

  return (
    <>
      <IconButton ref={button} label={label} aria-haspopup="true" popoverTarget={id}>
        <IconDots size={24} stroke={1.75} aria-hidden />
      </IconButton>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={classes.menu}
        onBeforeToggle={({ newState }) => newState === 'open' && flushSync(() => setMade(true))}
        onToggle={place}
      >
        {made &&
          items.map((item) => (
            <button
              key={item.label}
              type="button"
              className={classes.item}
              data-tone={item.tone}
              onClick={() => {
                menu.current?.hidePopover()
                // From where a dialog takes it, and returns it to. The browser only does it where the press focused the item.
                giveFocus(button.current)
                item.onClick()
              }}
            >
              {item.icon}
              {item.label}
            </button>
          ))}
      </div>
    </>
  )
}

import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import classes from './tabs.module.css'

type TabsProps<Value extends string> = {
  /** What the tabs are about, for screen readers. */
  label: string
  tabs: { value: Value; label: string; count?: number }[]
  value: Value
  onChange: (value: Value) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

/**
 * Tabs as in the ARIA Authoring Practices: one stop of the Tab key, arrow keys (and Home and End) select, and the panel
 * comes next.
 */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const selected = tabs.findIndex((tab) => tab.value === value)

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1
    const next = {
      ArrowRight: selected === last ? 0 : selected + 1,
      ArrowLeft: selected === 0 ? last : selected - 1,
      Home: 0,
      End: last,
    }[event.key]
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || tab === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[next]?.focus()
    onChange(tab.value)
  }

  return (
    <div className={classes.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={classes.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={classes.tab}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <span className={classes.count}> {tab.count}</span>}
          </button>
        ))}
      </div>
      {/* A panel may begin with text, so it takes the focus itself. */}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        className={classes.panel}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as the pattern says
        tabIndex={0}
      >
        {children}
      </div>
    </div>
  )
}

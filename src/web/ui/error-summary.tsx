import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './error-summary.module.css'

type ErrorSummaryProps = {
  /** The sentence. */
  children: ReactNode
  /** One line per field with an error. */
  items: ReactNode[]
  /** Changes with every attempt, so that each one is announced and scrolled into view. */
  attempt: number
}

/** At the top of a step: what is missing, with a link to each field. */
export function ErrorSummary({ children, items, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is the reason to run
  useEffect(() => {
    box.current?.focus()
  }, [attempt])
  return (
    <div ref={box} key={attempt} className={classes.summary} role="alert" tabIndex={-1}>
      <p className={classes.sentence}>
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
        {children}
      </p>
      <ul className={classes.list}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
          <li key={at}>{item}</li>
        ))}
      </ul>
    </div>
  )
}

/** A link of the summary, to the field with that id. */
export function ToField({ id, children }: { id: string; children: ReactNode }) {
  return (
    <button type="button" onClick={() => document.getElementById(id)?.focus()}>
      {children}
    </button>
  )
}

import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'
import classes from './list-section.module.css'

type ListedSectionProps = {
  title: string
  /** What the list contains, and for how long. */
  meaning: string
  /** Rows, as `ListedRow` elements. */
  children: ReactNode
  /** Below the rows. */
  after?: ReactNode
}

/** A temporary section below a list, such as deleted items: its title, its meaning and its rows. */
export function ListedSection({ title, meaning, children, after }: ListedSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className={classes.meaning}>{meaning}</p>
      </div>
      <Card flush as="ul">
        {children}
      </Card>
      {after}
    </section>
  )
}

type ListedRowProps = {
  /** The name, in `<b>` or a heading, and details in paragraphs. */
  children: ReactNode
  /** Buttons for what can be done with it. */
  actions?: ReactNode
  /** The error of its last action. */
  problem?: ReactNode
}

/** A row of a card: content at the start, actions at the end, or below if there is no room. */
export function ListedRow({ children, actions, problem }: ListedRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.about}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
      {problem && <div className={classes.problem}>{problem}</div>}
    </li>
  )
}

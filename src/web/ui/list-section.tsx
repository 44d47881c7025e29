import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'
import classes from './list-section.module.css'

type ListedSectionProps = {
  title: string
  /** What stands here, and for how long. */
  meaning: string
  /** Rows, as `ListedRow`. */
  children: ReactNode
  /** Below the rows. */
  after?: ReactNode
}

/** What stands under a list for a while, as what was deleted: its name, its meaning and its rows. */
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
  /** What it is, in `<b>` or a heading, and what there is to say about it in paragraphs. */
  children: ReactNode
  /** What can be done about it. */
  actions?: ReactNode
  /** What went wrong with it. */
  problem?: ReactNode
}

/** A row of a card: what it is at the start, what can be done at the end, or below where there is no room. */
export function ListedRow({ children, actions, problem }: ListedRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.about}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
      {problem && <div className={classes.problem}>{problem}</div>}
    </li>
  )
}

import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { toProblem } from '#web/lib/request.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { Freshness } from './connection-notes.tsx'
import classes from './section.module.css'

type SectionProps = {
  title: string
  /** A sentence about the content. */
  text?: ReactNode
  /** At the end of the heading's row. */
  side?: ReactNode
  children: ReactNode
}

/** One section of the page, under its heading. */
export function Section({ title, text, side, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.top}>
        <h2 id={id}>{title}</h2>
        {side}
      </div>
      {text && <p className={classes.text}>{text}</p>}
      {children}
    </section>
  )
}

type LoadableQuery = Pick<UseQueryResult<unknown>, 'data' | 'error' | 'isFetching' | 'dataUpdatedAt'> & {
  refetch: () => Promise<unknown>
}

/** Content that needs a query: placeholders while it loads, or why it failed; the other sections keep working. */
export function Loaded({ query, label, children }: { query: LoadableQuery; label: string; children: ReactNode }) {
  if (query.data !== undefined)
    return (
      <>
        <Freshness query={query} />
        {children}
      </>
    )
  if (query.error)
    return <ErrorNote error={toProblem(query.error)} onRetry={query.refetch} pending={query.isFetching} />
  return (
    <Skeletons label={label}>
      <div className={classes.section}>
        <SkeletonCard height={12} />
        <SkeletonCard height={12} />
      </div>
    </Skeletons>
  )
}

/** A number with its meaning, large enough to see at a glance. */
export function Figure({ value, children, note }: { value: string; children: ReactNode; note?: string }) {
  return (
    <div className={classes.figure}>
      <dt>
        {children}
        {note && <ReadOut>, {note}</ReadOut>}
      </dt>
      <dd className={classes.value}>{value}</dd>
      {note && (
        <dd aria-hidden className={classes.note}>
          {note}
        </dd>
      )}
    </div>
  )
}

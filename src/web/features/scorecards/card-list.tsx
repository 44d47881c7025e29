import { IconChevronRight, IconTrophy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { inLine } from '#domain/isolated-text.ts'
import { averageOf, isFull, mostOf, personalBests } from '#domain/scorecards/results.ts'
import { arrowsOf } from '#domain/scorecards/setup.ts'
import { count } from '#domain/text/public-messages.ts'
import { StaleNote, useIsStale } from '#web/components/connection-notes.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import classes from './card-list.module.css'
import { sendUnsent } from './card-sync.ts'
import { Disclosure } from './disclosure.tsx'
import { hasUnsent } from './local-card.ts'
import { type CardListItem, useCardList } from './use-card.ts'

/** The member's cards, newest first: from the server, and those that exist only on this device. */
export function CardList({ owner }: { owner: string }) {
  const id = useId()
  const { lines, query, kept } = useCardList(owner)
  const waiting = kept.data?.some(hasUnsent) ?? false
  const reread = kept.refetch
  useEffect(() => {
    if (waiting) void sendUnsent(owner).then(() => reread())
  }, [owner, waiting, reread])
  // Cards scored for others are not part of the member's statistics.
  const own = lines?.filter(({ archer }) => archer === null) ?? []
  const forOthers = lines?.filter(({ archer }) => archer !== null) ?? []
  const problem = query.error && toProblem(query.error)
  const old = useIsStale(query)
  return (
    <>
      <section aria-labelledby={id} className={classes.section}>
        <h2 id={id}>My scorecards</h2>
        {old && query.data && <StaleNote query={query} />}
        {problem && !query.data && <ErrorNote error={problem} onRetry={query.refetch} pending={query.isFetching} />}
        {lines === null && !problem && (
          <Skeletons label="Loading your scorecards">
            <SkeletonCard height={9} />
          </Skeletons>
        )}
        {lines && own.length === 0 && !problem && (
          <Card flush>
            <EmptyState next="Your scorecards will appear here.">No scorecards yet.</EmptyState>
          </Card>
        )}
        {own.length > 0 && <Rows lines={own} />}
        {own.length > 0 && (
          <Disclosure label="Trends" load={() => import('./trends.tsx')}>
            {({ Trends }) => <Trends lines={own} />}
          </Disclosure>
        )}
      </section>
      {forOthers.length > 0 && (
        <section aria-labelledby={`${id}-others`} className={classes.section}>
          <h2 id={`${id}-others`}>Scored for others</h2>
          <Rows lines={forOthers} />
        </section>
      )}
    </>
  )
}

function Rows({ lines }: { lines: CardListItem[] }) {
  const best = personalBests(lines.filter(({ archer }) => archer === null))
  return (
    <Card flush>
      <ul>
        {lines.map((line) => (
          <CardRow key={line.id} line={line} isBest={best.has(line.id)} />
        ))}
      </ul>
    </Card>
  )
}

const continueWithinMs = 12 * 3600_000

/** An unfinished card of the last hours, offered first to a returning archer. */
export function ContinueCard({ owner }: { owner: string }) {
  const now = useNow('minute')
  const line = useCardList(owner).lines?.find(
    (each) => !isFull(each) && now - Date.parse(each.startedAt) < continueWithinMs,
  )
  if (line === undefined) return null
  return (
    <Card flush>
      <ul>
        <CardRow line={line} before="Continue " />
      </ul>
    </Card>
  )
}

type CardRowProps = { line: CardListItem; before?: string; isBest?: boolean }

/** The round with its score; below it the date and, of a full card, the average. */
function CardRow({ before, line, isBest = false }: CardRowProps) {
  const { id, archer, setup, startedAt, summary, unsent } = line
  const times = useClubTimes()
  const now = useNow('minute')
  const left = arrowsOf(setup) - summary.arrows
  const average = averageOf(summary)
  return (
    <li className={classes.row}>
      <Link to="/scorecard" search={{ card: id }} className={classes.link}>
        <span className={classes.text}>
          <span className={classes.name}>
            {before}
            {archer === null ? setup.name : inLine`${archer}: ${setup.name}`}
          </span>
          <span className={classes.facts}>
            <span>{times.dayName(times.dayOf(Date.parse(startedAt)), now)}</span>
            {left === 0 && average !== null && <span>{average.toFixed(2)} avg</span>}
            {left > 0 && <strong>{count(left, 'arrow')} left</strong>}
            {isBest && (
              <span className={classes.best}>
                <IconTrophy size={18} stroke={1.75} aria-hidden />
                Personal best
              </span>
            )}
            {unsent > 0 && <span>Waiting for a connection</span>}
          </span>
        </span>
        <span className={classes.total}>
          {summary.total}
          <span className={classes.most}>/{mostOf(setup)}</span>
        </span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
    </li>
  )
}

import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useId } from 'react'
import { inLine } from '#domain/isolated-text.ts'
import { arrowsOn, tableOf } from '#domain/scorecards/card.ts'
import { arrowsOf } from '#domain/scorecards/setup.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { StaleNote, useIsStale } from '#web/components/connection-notes.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import listClasses from './card-list.module.css'
import { sendUnsent, startCard } from './card-sync.ts'
import { shotInWords } from './card-text.ts'
import { Disclosure } from './disclosure.tsx'
import { hasUnsent, type LocalCard } from './local-card.ts'
import classes from './scorecard-page.module.css'
import { SetupForm } from './setup-form.tsx'
import { type CardListItem, cardsQuery, useLocalCards } from './use-card.ts'

/** Setup of the next card, and the list of past ones. */
export function StartCard({ owner }: { owner: string }) {
  // Missing in a session stored by an earlier version of the app.
  const { bowType = null } = useSignedInMember()
  const navigate = useNavigate()
  const recent = useCardList(owner).lines?.find(({ archer }) => archer === null)?.setup ?? null
  return (
    <Page title="Scorecard">
      <div className={classes.stack}>
        <ContinueCard owner={owner} />
        <div className={classes.columns}>
          <Card as="section" aria-labelledby="new-card">
            <h2 id="new-card" className={classes.heading}>
              New scorecard
            </h2>
            <SetupForm
              owner={owner}
              recent={recent}
              bowType={bowType}
              onStart={async (setup) => {
                const card = await startCard(owner, setup)
                await navigate({ to: '/scorecard', search: { card } })
              }}
            />
            <Link to="/scorecard" search={{ join: '' }} className={classes.link}>
              Score for someone else
            </Link>
          </Card>
          <CardList owner={owner} />
        </div>
      </div>
    </Page>
  )
}

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
  const own = lines?.filter(({ archer }) => archer === null)
  const problem = query.error && toProblem(query.error)
  const old = useIsStale(query)
  return (
    <section aria-labelledby={id} className={listClasses.section}>
      <h2 id={id}>My scorecards</h2>
      {old && query.data && <StaleNote query={query} />}
      {problem && !query.data && <ErrorNote error={problem} onRetry={query.refetch} pending={query.isFetching} />}
      {lines === null && !problem && (
        <Skeletons label="Loading your scorecards">
          <SkeletonCard height={9} />
        </Skeletons>
      )}
      {lines?.length === 0 && !problem && (
        <Card flush>
          <EmptyState next="Your scorecards will appear here.">No scorecards yet.</EmptyState>
        </Card>
      )}
      {lines && lines.length > 0 && (
        <Card flush>
          <ul>
            {lines.map((line) => (
              <CardRow key={line.id} line={line} />
            ))}
          </ul>
        </Card>
      )}
      {own && own.length > 0 && (
        <Disclosure label="Trends" load={() => import('./trends.tsx')}>
          {({ Trends }) => <Trends lines={own} />}
        </Disclosure>
      )}
    </section>
  )
}

const continueWithinMs = 12 * 3600_000

type CardRowProps = { line: CardListItem; before?: string }

function useCardList(owner: string) {
  const query = useQuery(cardsQuery)
  const kept = useLocalCards(owner)
  const known = query.data?.cards
  const lines = known || kept.data ? mergeCards(known ?? [], kept.data ?? [], known !== undefined) : null
  return { lines, query, kept }
}

/** An unfinished card of the last hours, offered first to a returning archer. */
export function ContinueCard({ owner }: { owner: string }) {
  const now = useNow('minute')
  const line = useCardList(owner).lines?.find(
    ({ setup, summary, startedAt }) =>
      summary.arrows < arrowsOf(setup) && now - Date.parse(startedAt) < continueWithinMs,
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

function CardRow({ before, line: { id, archer, setup, startedAt, summary, unsent } }: CardRowProps) {
  const times = useClubTimes()
  const now = useNow('minute')
  const left = arrowsOf(setup) - summary.arrows
  const date = times.date(times.dayOf(Date.parse(startedAt)), now)
  return (
    <li className={listClasses.row}>
      <Link to="/scorecard" search={{ card: id }} className={listClasses.link}>
        <span className={listClasses.text}>
          <span className={listClasses.name}>
            {before}
            {archer === null ? setup.name : inLine`${archer}: ${setup.name}`}
          </span>
          <span className={listClasses.sub}>{shotInWords(setup, date)}</span>
          {(left > 0 || unsent > 0) && (
            <span className={listClasses.sub}>
              {left > 0 && <strong>{left === 1 ? '1 arrow left' : `${left} arrows left`}</strong>}
              {left > 0 && unsent > 0 && ' · '}
              {unsent > 0 && 'waiting for a connection'}
            </span>
          )}
        </span>
        <span className={listClasses.total}>{summary.total}</span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
    </li>
  )
}

/**
 * Merges server and local cards. @param complete true if `known` is the server's full list, so other synced cards were
 * deleted elsewhere
 */
function mergeCards(known: Omit<CardListItem, 'unsent'>[], kept: LocalCard[], complete: boolean): CardListItem[] {
  const byId = new Map(kept.map((card) => [card.id, card]))
  const lines = known.map((line): CardListItem => {
    const card = byId.get(line.id)
    return card && card.unsent.length > 0 ? listItemOf(card) : { ...line, unsent: 0 }
  })
  const there = new Set(known.map((line) => line.id))
  const more = kept.filter((card) => !there.has(card.id) && (!complete || card.seen === null))
  return [...lines, ...more.map(listItemOf)].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
}

function listItemOf({ id, archer, setup, startedAt, slots, unsent }: LocalCard): CardListItem {
  return { id, archer, setup, startedAt, summary: tableOf(setup, arrowsOn(slots)).summary, unsent: unsent.length }
}

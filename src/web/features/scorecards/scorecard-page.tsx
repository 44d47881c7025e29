import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { firstEmpty } from '#domain/scorecards/card.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { useCard, useLocalCards } from './use-card.ts'

const preloadAfterMs = 500
const loadBeginning = () => import('./start-card.tsx')
const loadScoring = () => import('./scoring.tsx')
const loadResults = () => import('./card-results.tsx')
const Beginning = lazy(async () => ({ default: (await loadBeginning()).StartCard }))
const JoinCard = lazy(async () => ({ default: (await import('./join-card.tsx')).JoinCard }))
const MissingCard = lazy(async () => ({ default: (await import('./missing-card.tsx')).MissingCard }))
const Scoring = lazy(async () => ({ default: (await loadScoring()).Scoring }))
const CardResults = lazy(async () => ({ default: (await loadResults()).CardResults }))

/** The scorecard page: the setup, or a card, which has its own URL. */
export function ScorecardPage() {
  const { card, join } = useSearch({ from: '/scorecard' })
  const { userId } = useSignedInMember()
  // Preloads all parts of the page: the connection may be gone by the time they're needed.
  useEffect(() => {
    const preload = () => void Promise.all([loadBeginning(), loadScoring(), loadResults()]).catch(() => {})
    const timer = setTimeout(preload, preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  // Fetched in parallel with the code that shows it, so an open card appears in the first frame.
  useLocalCards(userId)
  return (
    <Suspense fallback={<Waiting />}>
      {card !== undefined ? (
        <OpenCard key={card} owner={userId} id={card} />
      ) : join !== undefined ? (
        <JoinCard code={join} />
      ) : (
        <Beginning owner={userId} />
      )}
    </Suspense>
  )
}

/** A card: scoring, or once it's full the results, from where it can be edited. */
function OpenCard({ owner, id }: { owner: string; id: string }) {
  const { store, ...state } = useCard(owner, id)
  const { card } = state
  const [editing, setEditing] = useState(false)
  const full = card !== null && firstEmpty(card.slots) === null
  // With an arrow removed it's scored on, and the last arrow shows the results again.
  if (editing && !full) setEditing(false)
  const showsResults = full && !editing
  useTopOnChange(card === null ? null : showsResults)
  if (state.status === 'failed' && state.problem) return <LoadError problem={state.problem} retry={store.retry} />
  if (state.status === 'missing') return <MissingCard />
  if (card === null) return <Waiting />
  return showsResults ? (
    <CardResults card={card} state={state} store={store} onEdit={() => setEditing(true)} />
  ) : (
    <Scoring card={card} state={state} store={store} onDone={() => setEditing(false)} />
  )
}

/** Scrolls to the top when the page shows something else at the same address. @param shown null while it is loading */
function useTopOnChange(shown: boolean | null) {
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current !== null && before.current !== shown) scrollTo({ top: 0, behavior: 'instant' })
    before.current = shown
  }, [shown])
}

function Waiting() {
  return (
    <Page title="Scorecard" headingHidden>
      <Skeletons label="Loading your scorecard">
        <SkeletonCard height={30} />
      </Skeletons>
    </Page>
  )
}

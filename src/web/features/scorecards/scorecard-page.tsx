import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { guardDoublePresses } from '#web/ui/double-press.ts'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { useCard, useLocalCards } from './use-card.ts'

const preloadAfterMs = 500
const loadBeginning = () => import('./start-card.tsx')
const loadScoring = () => import('./scoring.tsx')
const Beginning = lazy(async () => ({ default: (await loadBeginning()).StartCard }))
const JoinCard = lazy(async () => ({ default: (await import('./join-card.tsx')).JoinCard }))
const MissingCard = lazy(async () => ({ default: (await import('./missing-card.tsx')).MissingCard }))
const Scoring = lazy(async () => ({ default: (await loadScoring()).Scoring }))

/** The scorecard page: the setup, or a card, which has its own URL. */
export function ScorecardPage() {
  const { card, join } = useSearch({ from: '/scorecard' })
  const { userId } = useSignedInMember()
  // Preloads both halves of the page: the connection may be gone by the time they're needed.
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([loadBeginning(), loadScoring()]).catch(() => {}), preloadAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(guardDoublePresses, [])
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

function OpenCard({ owner, id }: { owner: string; id: string }) {
  const { store, ...state } = useCard(owner, id)
  if (state.status === 'failed' && state.problem) return <LoadError problem={state.problem} retry={store.retry} />
  if (state.status === 'missing') return <MissingCard />
  if (state.card === null) return <Waiting />
  return <Scoring card={state.card} state={state} store={store} />
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

import { firstEmpty } from '#domain/scorecards/card.ts'
import { CardActions } from './card-actions.tsx'
import type { CardStore } from './card-sync.ts'
import { Disclosure } from './disclosure.tsx'
import { DoubleScoring } from './double-scoring.tsx'
import type { LocalCard } from './local-card.ts'

/** Below the score: group, sight and handicap on demand, a second scorer, and what concerns the whole card. */
export function CardDetails({ card, store, removed }: { card: LocalCard; store: CardStore; removed: boolean }) {
  const full = firstEmpty(card.slots) === null
  const isAlone = card.double === null && card.archer === null
  return (
    <>
      <Disclosure label="Group, sight, and handicap" load={() => import('./card-insight.tsx')}>
        {({ CardInsight }) => <CardInsight card={card} />}
      </Disclosure>
      {!(full && isAlone) && <DoubleScoring card={card} store={store} />}
      <CardActions card={card} store={store} removed={removed} full={full} />
    </>
  )
}

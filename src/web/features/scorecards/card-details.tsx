import { CardActions } from './card-actions.tsx'
import { CardOutput } from './card-output.tsx'
import type { CardStore } from './card-sync.ts'
import { Disclosure } from './disclosure.tsx'
import { DoubleScoring } from './double-scoring.tsx'
import type { LocalCard } from './local-card.ts'

/** Beside the score: group, sight and handicap, shown when asked for; a second keeper; and the card to take along. */
export function CardDetails({ card, store, removed }: { card: LocalCard; store: CardStore; removed: boolean }) {
  return (
    <>
      <Disclosure label="Group, sight, and handicap" load={() => import('./card-insight.tsx')}>
        {({ CardInsight }) => <CardInsight card={card} />}
      </Disclosure>
      <DoubleScoring card={card} store={store} />
      <CardOutput card={card} />
      <CardActions card={card} store={store} removed={removed} />
    </>
  )
}

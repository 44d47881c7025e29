import type { Home } from '#contract/home.ts'
import { OutstandingBanner } from '#web/features/practices/balance.tsx'
import { SetUpCard, TodoCard } from './officer-cards.tsx'
import { Tiles } from './tiles.tsx'

/** What follows the practices: below them on a phone, beside them from 1050 px. */
export function LinksColumn({ home, officer }: { home: Home; officer: boolean }) {
  return (
    <>
      {home.balance < 0 && <OutstandingBanner balance={home.balance} attended={home.attended} />}
      <Tiles home={home} officer={officer} />
      {home.needs && <TodoCard needs={home.needs} />}
      {home.unset.length > 0 && <SetUpCard unset={home.unset} />}
    </>
  )
}

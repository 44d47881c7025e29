import { createFileRoute } from '@tanstack/react-router'
import { readScorecardSearch } from '#web/addresses/own-pages-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { ScorecardPage } from '#web/features/scorecards/scorecard-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/scorecard')({
  validateSearch: onlyKnown(readScorecardSearch),
  component: () => (
    <MembersOnly>
      <ScorecardPage />
    </MembersOnly>
  ),
})

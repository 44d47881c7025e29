import { createFileRoute } from '@tanstack/react-router'
import { ScorecardPage } from '#web/scorecard/scorecard-page.tsx'
import { readScorecardSearch } from '#web/scorecard/scorecard-search.ts'
import { MembersOnly } from '#web/session/guards.tsx'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/scorecard')({
  validateSearch: onlyKnown(readScorecardSearch),
  component: () => (
    <MembersOnly>
      <ScorecardPage />
    </MembersOnly>
  ),
})

import { createFileRoute } from '@tanstack/react-router'
import { ScorecardPage } from '#web/scorecard/scorecard-page.tsx'
import { readScorecardSearch } from '#web/scorecard/scorecard-search.ts'
import { MembersOnly } from '#web/session/guards.tsx'

export const Route = createFileRoute('/scorecard')({
  validateSearch: readScorecardSearch,
  component: () => (
    <MembersOnly>
      <ScorecardPage />
    </MembersOnly>
  ),
})

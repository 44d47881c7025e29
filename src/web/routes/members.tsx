import { createFileRoute } from '@tanstack/react-router'
import { MembersPage } from '#web/members/members-page.tsx'
import { readMembersSearch } from '#web/members/members-search.ts'
import { OfficersOnly } from '#web/session/guards.tsx'

export const Route = createFileRoute('/members')({
  validateSearch: readMembersSearch,
  component: () => (
    <OfficersOnly>
      <MembersPage />
    </OfficersOnly>
  ),
})

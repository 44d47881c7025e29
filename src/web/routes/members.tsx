import { createFileRoute } from '@tanstack/react-router'
import { MembersPage } from '#web/members/members-page.tsx'
import { readMembersSearch } from '#web/members/members-search.ts'
import { OfficersOnly } from '#web/session/guards.tsx'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/members')({
  validateSearch: onlyKnown(readMembersSearch),
  component: () => (
    <OfficersOnly>
      <MembersPage />
    </OfficersOnly>
  ),
})

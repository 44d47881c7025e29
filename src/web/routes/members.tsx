import { createFileRoute } from '@tanstack/react-router'
import { readMembersSearch } from '#web/addresses/members-search.ts'
import { OfficersOnly } from '#web/auth/route-guards.tsx'
import { MembersPage } from '#web/features/members/members-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/members')({
  validateSearch: onlyKnown(readMembersSearch),
  component: () => (
    <OfficersOnly>
      <MembersPage />
    </OfficersOnly>
  ),
})

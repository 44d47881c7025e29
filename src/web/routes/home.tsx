import { createFileRoute } from '@tanstack/react-router'
import { readHomeSearch } from '#web/addresses/home-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { HomePage } from '#web/features/home/home-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/home')({
  validateSearch: onlyKnown(readHomeSearch),
  component: () => (
    <MembersOnly>
      <HomePage />
    </MembersOnly>
  ),
})

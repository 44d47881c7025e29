import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#web/home/home-page.tsx'
import { readHomeSearch } from '#web/home/home-search.ts'
import { MembersOnly } from '#web/session/guards.tsx'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/home')({
  validateSearch: onlyKnown(readHomeSearch),
  component: () => (
    <MembersOnly>
      <HomePage />
    </MembersOnly>
  ),
})

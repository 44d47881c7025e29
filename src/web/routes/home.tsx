import { createFileRoute } from '@tanstack/react-router'
import { readHomeSearch } from '#web/addresses/home-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { HomePage } from '#web/features/home/home-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'
import { loadPreloadedHome } from '#web/queries/home.ts'

export const Route = createFileRoute('/home')({
  // The loader comes with the page's code.
  codeSplitGroupings: [['component', 'loader']],
  validateSearch: onlyKnown(readHomeSearch),
  loader: loadPreloadedHome,
  component: () => (
    <MembersOnly>
      <HomePage />
    </MembersOnly>
  ),
})

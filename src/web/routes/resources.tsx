import { createFileRoute } from '@tanstack/react-router'
import { readResourcesSearch } from '#web/addresses/resources-search.ts'
import { OfficersOnly } from '#web/auth/route-guards.tsx'
import { ResourcesPage } from '#web/features/resources/resources-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/resources')({
  validateSearch: onlyKnown(readResourcesSearch),
  component: () => (
    <OfficersOnly>
      <ResourcesPage />
    </OfficersOnly>
  ),
})

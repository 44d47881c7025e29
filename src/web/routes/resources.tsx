import { createFileRoute } from '@tanstack/react-router'
import { OfficersOnly } from '#web/auth/route-guards.tsx'
import { ResourcesPage } from '#web/features/resources/resources-page.tsx'
import { readResourcesSearch } from '#web/features/resources/resources-search.ts'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/resources')({
  validateSearch: onlyKnown(readResourcesSearch),
  component: () => (
    <OfficersOnly>
      <ResourcesPage />
    </OfficersOnly>
  ),
})

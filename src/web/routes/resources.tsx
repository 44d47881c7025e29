import { createFileRoute } from '@tanstack/react-router'
import { ResourcesPage } from '#web/resources/resources-page.tsx'
import { readResourcesSearch } from '#web/resources/resources-search.ts'
import { OfficersOnly } from '#web/session/guards.tsx'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/resources')({
  validateSearch: onlyKnown(readResourcesSearch),
  component: () => (
    <OfficersOnly>
      <ResourcesPage />
    </OfficersOnly>
  ),
})

import { createFileRoute } from '@tanstack/react-router'
import { OfficersOnly } from '#web/auth/route-guards.tsx'
import { ManagePracticesPage } from '#web/features/manage-practices/manage-practices-page.tsx'
import { readManagePracticesSearch } from '#web/features/manage-practices/manage-practices-search.ts'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/manage-practices')({
  validateSearch: onlyKnown(readManagePracticesSearch),
  component: () => (
    <OfficersOnly>
      <ManagePracticesPage />
    </OfficersOnly>
  ),
})

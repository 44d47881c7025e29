import { createFileRoute } from '@tanstack/react-router'
import { readManagePracticesSearch } from '#web/addresses/manage-practices-search.ts'
import { OfficersOnly } from '#web/auth/route-guards.tsx'
import { ManagePracticesPage } from '#web/features/manage-practices/manage-practices-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/manage-practices')({
  validateSearch: onlyKnown(readManagePracticesSearch),
  component: () => (
    <OfficersOnly>
      <ManagePracticesPage />
    </OfficersOnly>
  ),
})

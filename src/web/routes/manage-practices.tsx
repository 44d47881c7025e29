import { createFileRoute } from '@tanstack/react-router'
import { ManagePracticesPage } from '#web/manage-practices/manage-practices-page.tsx'
import { readManagePracticesSearch } from '#web/manage-practices/manage-practices-search.ts'
import { OfficersOnly } from '#web/session/guards.tsx'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/manage-practices')({
  validateSearch: onlyKnown(readManagePracticesSearch),
  component: () => (
    <OfficersOnly>
      <ManagePracticesPage />
    </OfficersOnly>
  ),
})

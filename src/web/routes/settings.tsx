import { createFileRoute } from '@tanstack/react-router'
import { readSettingsSearch } from '#web/addresses/settings-search.ts'
import { OfficersOnly } from '#web/auth/route-guards.tsx'
import { SettingsPage } from '#web/features/settings/settings-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/settings')({
  validateSearch: onlyKnown(readSettingsSearch),
  component: () => (
    <OfficersOnly>
      <SettingsPage />
    </OfficersOnly>
  ),
})

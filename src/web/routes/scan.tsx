import { createFileRoute } from '@tanstack/react-router'
import { OfficersOnly } from '#web/auth/route-guards.tsx'
import { ScanPage } from '#web/features/scan/scan-page.tsx'

export const Route = createFileRoute('/scan')({
  component: () => (
    <OfficersOnly>
      <ScanPage />
    </OfficersOnly>
  ),
})

import { createFileRoute } from '@tanstack/react-router'
import { readScanSearch } from '#web/addresses/scan-search.ts'
import { OfficersOnly } from '#web/auth/route-guards.tsx'
import { ScanPage } from '#web/features/scan/scan-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/scan')({
  validateSearch: onlyKnown(readScanSearch),
  component: () => (
    <OfficersOnly>
      <ScanPage />
    </OfficersOnly>
  ),
})

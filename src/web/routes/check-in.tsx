import { createFileRoute } from '@tanstack/react-router'
import { readCheckInSearch } from '#web/addresses/check-in-search.ts'
import { CheckInPage } from '#web/features/passes/check-in-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/check-in')({
  validateSearch: onlyKnown(readCheckInSearch),
  component: CheckInPage,
})

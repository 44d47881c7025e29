import { createFileRoute } from '@tanstack/react-router'
import { readProfileSearch } from '#web/addresses/own-pages-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { DataPage } from '#web/features/account/data-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/profile/data')({
  validateSearch: onlyKnown(readProfileSearch),
  component: () => (
    <MembersOnly>
      <DataPage />
    </MembersOnly>
  ),
})

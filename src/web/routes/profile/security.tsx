import { createFileRoute } from '@tanstack/react-router'
import { readProfileSearch } from '#web/addresses/own-pages-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { SecurityPage } from '#web/features/account/security-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/profile/security')({
  validateSearch: onlyKnown(readProfileSearch),
  component: () => (
    <MembersOnly>
      <SecurityPage />
    </MembersOnly>
  ),
})

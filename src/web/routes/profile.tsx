import { createFileRoute } from '@tanstack/react-router'
import { readProfileSearch } from '#web/addresses/own-pages-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { ProfilePage } from '#web/features/account/profile-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/profile')({
  validateSearch: onlyKnown(readProfileSearch),
  component: () => (
    <MembersOnly>
      <ProfilePage />
    </MembersOnly>
  ),
})

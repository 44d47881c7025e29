import { createFileRoute } from '@tanstack/react-router'
import { readProfileSearch } from '#web/addresses/own-pages-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { NotificationsPage } from '#web/features/account/notifications-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/profile/notifications')({
  validateSearch: onlyKnown(readProfileSearch),
  component: () => (
    <MembersOnly>
      <NotificationsPage />
    </MembersOnly>
  ),
})

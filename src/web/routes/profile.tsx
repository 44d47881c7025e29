import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#web/profile/profile-page.tsx'
import { readProfileSearch } from '#web/profile/profile-search.ts'
import { MembersOnly } from '#web/session/guards.tsx'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/profile')({
  validateSearch: onlyKnown(readProfileSearch),
  component: () => (
    <MembersOnly>
      <ProfilePage />
    </MembersOnly>
  ),
})

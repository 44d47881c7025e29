import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#web/profile/profile-page.tsx'
import { readProfileSearch } from '#web/profile/profile-search.ts'
import { MembersOnly } from '#web/session/guards.tsx'

export const Route = createFileRoute('/profile')({
  validateSearch: readProfileSearch,
  component: () => (
    <MembersOnly>
      <ProfilePage />
    </MembersOnly>
  ),
})

import { createFileRoute } from '@tanstack/react-router'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { InfoPage } from '#web/features/info/info-page.tsx'

export const Route = createFileRoute('/info')({
  component: () => (
    <MembersOnly>
      <InfoPage />
    </MembersOnly>
  ),
})

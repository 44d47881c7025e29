import { createFileRoute } from '@tanstack/react-router'
import { InfoPage } from '#web/info/info-page.tsx'
import { MembersOnly } from '#web/session/guards.tsx'

export const Route = createFileRoute('/info')({
  component: () => (
    <MembersOnly>
      <InfoPage />
    </MembersOnly>
  ),
})

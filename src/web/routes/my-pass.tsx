import { createFileRoute } from '@tanstack/react-router'
import { PassPage } from '#web/pass/pass-page.tsx'
import { MembersOnly } from '#web/session/guards.tsx'

export const Route = createFileRoute('/my-pass')({
  component: () => (
    <MembersOnly>
      <PassPage />
    </MembersOnly>
  ),
})

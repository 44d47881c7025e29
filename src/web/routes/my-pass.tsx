import { createFileRoute } from '@tanstack/react-router'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { PassPage } from '#web/features/passes/pass-page.tsx'

export const Route = createFileRoute('/my-pass')({
  component: () => (
    <MembersOnly>
      <PassPage />
    </MembersOnly>
  ),
})

import { createFileRoute } from '@tanstack/react-router'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { MyPracticesPage } from '#web/features/my-practices/my-practices-page.tsx'
import { readMyPracticesSearch } from '#web/features/my-practices/my-practices-search.ts'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/my-practices')({
  validateSearch: onlyKnown(readMyPracticesSearch),
  component: () => (
    <MembersOnly>
      <MyPracticesPage />
    </MembersOnly>
  ),
})

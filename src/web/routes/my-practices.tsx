import { createFileRoute } from '@tanstack/react-router'
import { readMyPracticesSearch } from '#web/addresses/own-pages-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { MyPracticesPage } from '#web/features/my-practices/my-practices-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/my-practices')({
  validateSearch: onlyKnown(readMyPracticesSearch),
  component: () => (
    <MembersOnly>
      <MyPracticesPage />
    </MembersOnly>
  ),
})

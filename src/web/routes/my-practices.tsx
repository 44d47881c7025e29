import { createFileRoute } from '@tanstack/react-router'
import { MyPracticesPage } from '#web/my-practices/my-practices-page.tsx'
import { readMyPracticesSearch } from '#web/my-practices/my-practices-search.ts'
import { MembersOnly } from '#web/session/guards.tsx'

export const Route = createFileRoute('/my-practices')({
  validateSearch: readMyPracticesSearch,
  component: () => (
    <MembersOnly>
      <MyPracticesPage />
    </MembersOnly>
  ),
})

import { createFileRoute } from '@tanstack/react-router'
import { MyPracticesPage } from '#web/my-practices/my-practices-page.tsx'
import { readMyPracticesSearch } from '#web/my-practices/my-practices-search.ts'
import { MembersOnly } from '#web/session/guards.tsx'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/my-practices')({
  validateSearch: onlyKnown(readMyPracticesSearch),
  component: () => (
    <MembersOnly>
      <MyPracticesPage />
    </MembersOnly>
  ),
})

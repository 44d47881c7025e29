import { createFileRoute, redirect } from '@tanstack/react-router'
import { profilePageFor, readProfileSearch } from '#web/addresses/own-pages-search.ts'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import { MePage } from '#web/features/account/me-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/profile/')({
  validateSearch: onlyKnown(readProfileSearch),
  // Until all of it was one page, everything else had its dialogs and sections here.
  beforeLoad({ search, location: { hash } }) {
    const to = profilePageFor(search, hash)
    if (to !== '/profile') throw redirect({ to, search, hash, replace: true })
  },
  component: () => (
    <MembersOnly>
      <MePage />
    </MembersOnly>
  ),
})

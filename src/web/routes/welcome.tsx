import { createFileRoute } from '@tanstack/react-router'
import { readWelcomeSearch } from '#web/addresses/own-pages-search.ts'
import { WelcomePage } from '#web/features/welcome/welcome-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/welcome')({
  validateSearch: onlyKnown(readWelcomeSearch),
  component: WelcomePage,
})

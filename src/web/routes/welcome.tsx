import { createFileRoute } from '@tanstack/react-router'
import { WelcomePage } from '#web/features/welcome/welcome-page.tsx'
import { readWelcomeSearch } from '#web/features/welcome/welcome-search.ts'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/welcome')({
  validateSearch: onlyKnown(readWelcomeSearch),
  component: WelcomePage,
})

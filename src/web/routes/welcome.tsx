import { createFileRoute } from '@tanstack/react-router'
import { onlyKnown } from '#web/shell/only-known.ts'
import { WelcomePage } from '#web/welcome/welcome-page.tsx'
import { readWelcomeSearch } from '#web/welcome/welcome-search.ts'

export const Route = createFileRoute('/welcome')({
  validateSearch: onlyKnown(readWelcomeSearch),
  component: WelcomePage,
})

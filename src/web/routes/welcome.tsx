import { createFileRoute } from '@tanstack/react-router'
import { WelcomePage } from '#web/welcome/welcome-page.tsx'
import { readWelcomeSearch } from '#web/welcome/welcome-search.ts'

export const Route = createFileRoute('/welcome')({
  validateSearch: readWelcomeSearch,
  component: WelcomePage,
})

import { createFileRoute } from '@tanstack/react-router'
import { WelcomePage } from '#web/welcome/welcome-page.tsx'

export const Route = createFileRoute('/welcome')({
  validateSearch: (search: Record<string, unknown>): { step?: number } => {
    const step = Number(search.step)
    return Number.isInteger(step) && step >= 1 && step <= 5 ? { step } : {}
  },
  component: WelcomePage,
})

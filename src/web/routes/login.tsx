import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#web/login/login-page.tsx'
import { readLoginSearch } from '#web/login/login-search.ts'

export const Route = createFileRoute('/login')({
  validateSearch: readLoginSearch,
  component: LoginPage,
})

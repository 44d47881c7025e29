import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#web/login/login-page.tsx'
import { readLoginSearch } from '#web/login/login-search.ts'
import { onlyKnown } from '#web/shell/only-known.ts'

export const Route = createFileRoute('/login')({
  validateSearch: onlyKnown(readLoginSearch),
  component: LoginPage,
})

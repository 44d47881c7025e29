import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '#web/auth/login-page.tsx'
import { readLoginSearch } from '#web/auth/sign-in-address.ts'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/login')({
  validateSearch: onlyKnown(readLoginSearch),
  component: LoginPage,
})

import { createRootRoute, Navigate } from '@tanstack/react-router'
import { ErrorPage } from '#web/components/page-placeholders.tsx'
import { Shell } from '#web/shell/shell.tsx'

export const Route = createRootRoute({
  component: Shell,
  // The public pages belong to the server; whatever else is asked for leads to sign-in, as it does there.
  notFoundComponent: () => <Navigate to={location.pathname === '/manage-members' ? '/members' : '/login'} replace />,
  errorComponent: ErrorPage,
})

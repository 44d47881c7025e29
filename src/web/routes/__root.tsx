import { createRootRoute, Navigate } from '@tanstack/react-router'
import { ErrorPage } from '#web/components/page-placeholders.tsx'
import { Shell } from '#web/shell/shell.tsx'

export const Route = createRootRoute({
  component: Shell,
  // The public pages belong to the server. Any other unknown path leads to login, as it does on the server.
  notFoundComponent: () => <Navigate to={location.pathname === '/manage-members' ? '/members' : '/login'} replace />,
  errorComponent: ErrorPage,
})

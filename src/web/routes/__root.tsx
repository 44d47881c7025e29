import { createRootRoute, Link, Navigate, Outlet, useLocation } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ErrorPage } from '#web/components/page-placeholders.tsx'
import { BarButtons } from '#web/shell/bar-buttons.tsx'
import type { FooterLinks } from '#web/shell/footer.tsx'
import { PageLinks } from '#web/shell/nav-link.tsx'
import { Shell } from '#web/shell/shell.tsx'

export const Route = createRootRoute({
  component: Root,
  // The public pages belong to the server. Any other unknown path leads to login, as it does on the server.
  notFoundComponent: () => <Navigate to={location.pathname === '/manage-members' ? '/members' : '/login'} replace />,
  errorComponent: ErrorPage,
})

const footerLinksOf: Partial<Record<string, FooterLinks>> = { '/home': 'here', '/welcome': 'none' }

function Root() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <PageLinks value={RouterLink}>
      <Shell BarButtons={BarButtons} footerLinks={footerLinksOf[pathname] ?? 'in-menu'} bare={pathname === '/kiosk'}>
        <Outlet />
      </Shell>
    </PageLinks>
  )
}

function RouterLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} activeProps={{ 'aria-current': 'page' }} activeOptions={{ includeSearch: false }} />
}

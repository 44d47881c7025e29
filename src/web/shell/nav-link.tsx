import { Link, useRouter } from '@tanstack/react-router'
import type { ShellLink } from '#web/addresses/menu-links.ts'

export function NavLink({ link, onFollow }: { link: ShellLink; onFollow?: () => void }) {
  const { routesByPath } = useRouter()
  if (link.to in routesByPath)
    return (
      <Link
        to={link.to}
        onClick={onFollow}
        activeProps={{ 'aria-current': 'page' }}
        activeOptions={{ includeSearch: false }}
      >
        {link.label}
      </Link>
    )
  // A public page, to which the server redirects.
  return <a href={link.to}>{link.label}</a>
}

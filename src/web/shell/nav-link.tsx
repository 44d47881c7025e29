import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { publicLinks, type ShellLink } from '#web/addresses/menu-links.ts'

type PageLinkProps = {
  to: string
  className?: string
  'aria-label'?: string
  onClick?: () => void
  children: ReactNode
}

/** A link to a page of the app. It stays within the app if the router provides that, and loads a document otherwise. */
export function PageLink(props: PageLinkProps) {
  const Provided = use(PageLinks)
  return <Provided {...props} />
}

/** How links to pages work here. The login page of a first visit has no router yet. */
export const PageLinks = createContext<ComponentType<PageLinkProps>>(DocumentLink)

function DocumentLink({ to, ...props }: PageLinkProps) {
  return <a href={to} {...props} />
}

type NavLinkProps = { link: ShellLink; icon?: ReactNode; onFollow?: () => void }

export function NavLink({ link: { to, label }, icon, onFollow }: NavLinkProps) {
  if (!publicLinks.some((each) => each.to === to))
    return (
      <PageLink to={to} onClick={onFollow}>
        {icon}
        {label}
      </PageLink>
    )
  // A public page, to which the server redirects.
  return (
    <a href={to}>
      {icon}
      {label}
    </a>
  )
}

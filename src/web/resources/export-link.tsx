import type { ComponentProps, MouseEvent } from 'react'
import { mayExport } from '#web/manage/may-export.ts'
import { ButtonLink } from '#web/ui/external-link.tsx'

type ExportLinkProps = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { href: string; look?: 'button' | 'plain' }

/** A file of the club's, which its officer may have to enter their password for. */
export function ExportLink({ href, look = 'button', ...rest }: ExportLinkProps) {
  async function download(event: MouseEvent<HTMLAnchorElement>) {
    // In a new tab the server leads back here.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (await mayExport()) location.assign(href)
  }
  if (look === 'button') return <ButtonLink href={href} {...rest} onClick={download} />
  return (
    <a href={href} {...rest} onClick={download}>
      {rest.children}
    </a>
  )
}

import type { MouseEvent } from 'react'

type ModeLinkProps = { href: string; onFollow: () => void; children: string }

/** A link to another mode of the login page. */
export function ModeLink({ href, onFollow, children }: ModeLinkProps) {
  function follow(event: MouseEvent) {
    // In another tab or window, the browser opens it.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onFollow()
  }
  return (
    <a href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** On a development machine without an email server, messages arrive only there. */
export function DevMailboxLink() {
  return (
    <>
      No email server is set up, so it’s in the development mailbox. The terminal where Quiver started has its address.
    </>
  )
}

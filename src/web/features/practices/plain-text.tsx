import { Fragment } from 'react'
import { ExternalLink } from '#web/ui/external-link.tsx'

/** Text from the calendar as plain text, with https URLs as links and line breaks preserved. */
export function PlainText({ children }: { children: string }) {
  return (
    <bdi>
      {splitLinks(children).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
        <Fragment key={index}>
          {piece.link ? <ExternalLink href={piece.text}>{piece.text}</ExternalLink> : piece.text}
        </Fragment>
      ))}
    </bdi>
  )
}

type Piece = { text: string; link: boolean }

/** Splits text at https URLs; trailing periods and brackets are not part of a URL. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(/https:\/\/[^\s<>"'`]+/g)) {
    const link = withoutTail(match[0])
    if (!isAddress(link)) continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), link: false })
    pieces.push({ text: link, link: true })
    from = match.index + link.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), link: false })
  return pieces
}

function withoutTail(link: string): string {
  const shorter = link.replace(/[.,;:!?*]+$/, '')
  const closes = shorter.endsWith(')') && !shorter.includes('(')
  return closes ? withoutTail(shorter.slice(0, -1)) : shorter
}

function isAddress(link: string) {
  try {
    return new URL(link).hostname.includes('.')
  } catch {
    return false
  }
}

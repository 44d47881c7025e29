import { createFileRoute } from '@tanstack/react-router'
import { replies } from '#domain/rsvp.ts'
import { ReplyPage } from '#web/features/reply-link/reply-page.tsx'
import { onlyKnown } from '#web/lib/only-known.ts'

export const Route = createFileRoute('/reply')({ validateSearch: onlyKnown(readSearch), component: ReplyPage })

function readSearch({ as }: Record<string, unknown>) {
  const reply = replies.find((each) => each === as)
  return reply === undefined ? {} : { as: reply }
}

import { memberMessages } from '#domain/text/member-messages.ts'
import { useClub } from '#web/lib/use-session.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'

/** What RM01 is, with a link to the form if the club has set one. */
export function Rm01Note({ className }: { className?: string | undefined }) {
  const url = useClub()?.rm01Url ?? null
  return (
    <p className={className}>
      {memberMessages.rm01Meaning} {url !== null && <ExternalLink href={url}>{memberMessages.rm01Form}</ExternalLink>}
    </p>
  )
}

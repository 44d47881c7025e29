import { IconFileText, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ClubResource } from '#contract/resources.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { Loaded, Section } from '#web/components/section.tsx'
import { SettingsLink } from '#web/components/settings-link.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Card, Chip } from '#web/ui/card.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import classes from './documents-section.module.css'

const resourcesQuery = {
  queryKey: ['resources'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.resources.get(undefined, { signal }),
  meta: { topics: ['club'] },
}

/** The club's list of documents, each with a description and date. */
export function DocumentsSection() {
  const query = useQuery(resourcesQuery)
  const links = query.data?.links ?? []
  return (
    <Section title="Documents and links" side={query.data?.samples && <Chip tone="outline">Sample</Chip>}>
      <Loaded query={query} label="Loading documents">
        {links.length === 0 ? (
          <Card flush>
            <EmptyState next={<SettingsLink setting="resources">Add documents and links</SettingsLink>}>
              {officerMessages.noResources}
            </EmptyState>
          </Card>
        ) : (
          <Card as="ul" flush>
            {links.map((link) => (
              <Row key={`${link.label} ${link.url}`} link={link} />
            ))}
          </Card>
        )}
      </Loaded>
    </Section>
  )
}

function Row({ link: { label, url, kind, date } }: { link: ClubResource }) {
  const times = useClubTimes()
  const Icon = url.startsWith('/') ? IconFileText : IconLink
  return (
    <li className={classes.row}>
      <Icon size={24} stroke={1.75} className={classes.icon} aria-hidden />
      <div className={classes.what}>
        <ExternalLink href={url} look="row">
          {label}
        </ExternalLink>
        {(kind ?? date) && (
          <p className={classes.facts}>
            {kind && <Chip>{kind}</Chip>}
            {date && (
              <span className={classes.date}>
                Dated <time dateTime={date}>{times.date(date, serverNow())}</time>
              </span>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

import { useEffect } from 'react'
import { isOfficer } from '#domain/roles.ts'
import { usePerson } from '#web/auth/route-guards.tsx'
import { usePlaceNews } from '#web/features/practices/use-spot-notice.ts'
import { problemOf } from '#web/lib/api-error.ts'
import { OldNote, StreamLost, useOld } from '#web/shell/freshness.tsx'
import { CouldNotLoad } from '#web/shell/load-error.tsx'
import { guardDoublePresses } from '#web/ui/double-press.ts'
import { Page } from '#web/ui/page.tsx'
import { Dashboard } from './dashboard.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { useHome } from './use-home.ts'

export function HomePage() {
  const officer = isOfficer(usePerson())
  const { query, home, now } = useHome()
  usePlaceNews(query.data && [...query.data.next, ...query.data.upcoming])
  useEffect(guardDoublePresses, [])
  const problem = query.error && problemOf(query.error)
  const old = useOld(query)
  if (problem && !home) return <CouldNotLoad problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title="Home" headingHidden titlePrefix={home?.live ? '● Live —' : undefined}>
      {home ? (
        <>
          <Dashboard home={home} now={now} officer={officer} note={old && <OldNote query={query} />} />
          {/* A live practice says it beside LIVE. */}
          {!old && !home.live && <StreamLost />}
        </>
      ) : (
        <HomeSkeleton />
      )}
    </Page>
  )
}

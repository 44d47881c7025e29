import { useEffect } from 'react'
import { isOfficer } from '#domain/roles.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { useSpotNotice } from '#web/features/practices/use-spot-notice.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { OldNote, StreamLost, useOld } from '#web/shell/freshness.tsx'
import { LoadError } from '#web/shell/load-error.tsx'
import { guardDoublePresses } from '#web/ui/double-press.ts'
import { Page } from '#web/ui/page.tsx'
import { Dashboard } from './dashboard.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import { useHome } from './use-home.ts'

export function HomePage() {
  const officer = isOfficer(useSignedInMember())
  const { query, home, now } = useHome()
  useSpotNotice(query.data && [...query.data.next, ...query.data.upcoming])
  useEffect(guardDoublePresses, [])
  const problem = query.error && toProblem(query.error)
  const old = useOld(query)
  if (problem && !home) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
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

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MyProfile } from '#contract/profile.ts'
import { profileMessages } from '#domain/text/profile-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { type ProfilePath, profilePages } from '#web/addresses/own-pages-search.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { toProblem } from '#web/lib/request.ts'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import classes from './profile-frame.module.css'
import { profileQuery } from './profile-query.ts'

type ProfileFrameProps = { at: ProfilePath; children: (profile: MyProfile) => ReactNode }

/** One of the profile's four pages, with links to the others: a row above it on phones, a list beside it elsewhere. */
export function ProfileFrame({ at, children }: ProfileFrameProps) {
  const query = useQuery(profileQuery)
  return (
    <div className={classes.frame}>
      <ProfileNav />
      {query.error && !query.data ? (
        <LoadError problem={toProblem(query.error)} retry={query.refetch} pending={query.isFetching} />
      ) : (
        <Page title={profileMessages.titles[at]}>
          <Freshness query={query} />
          {query.data ? (
            <Sections>{children(query.data)}</Sections>
          ) : (
            <Skeletons label={messages.loading}>
              <div className={classes.sections}>
                <SkeletonCard height={10} />
                <SkeletonCard height={20} />
              </div>
            </Skeletons>
          )}
        </Page>
      )}
    </div>
  )
}

function Sections({ children }: { children: ReactNode }) {
  useKeptFocus()
  return <div className={classes.sections}>{children}</div>
}

function ProfileNav() {
  return (
    <nav aria-label={profileMessages.pages} className={classes.nav}>
      <ul className={classes.links}>
        {profilePages.map((to) => {
          const { long, short } = profileMessages.links[to]
          return (
            <li key={to}>
              <Link
                to={to}
                className={classes.link}
                activeProps={{ 'aria-current': 'page' }}
                activeOptions={{ exact: true, includeSearch: false }}
              >
                {long !== short && <span className={classes.long}>{long}</span>}
                <span className={classes.short}>{short}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

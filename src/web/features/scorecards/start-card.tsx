import { Link, useNavigate } from '@tanstack/react-router'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardList, GoOn } from './card-list.tsx'
import { startCard } from './card-sync.ts'
import classes from './scorecard-page.module.css'
import { SetupForm } from './setup-form.tsx'

/** What is to be shot next, and what has been shot. */
export function StartCard({ owner }: { owner: string }) {
  // A session saved by an earlier version of the app has none.
  const { bowType = null } = useSignedInMember()
  const navigate = useNavigate()
  return (
    <Page title="Scorecard">
      <div className={classes.stack}>
        <GoOn owner={owner} />
        <div className={classes.columns}>
          <Card as="section" aria-labelledby="new-card">
            <h2 id="new-card" className={classes.heading}>
              New scorecard
            </h2>
            <SetupForm
              owner={owner}
              bowType={bowType}
              onStart={async (setup) => {
                const card = await startCard(owner, setup)
                await navigate({ to: '/scorecard', search: { card } })
              }}
            />
            <Link to="/scorecard" search={{ join: '' }} className={classes.link}>
              Score for someone else
            </Link>
          </Card>
          <CardList owner={owner} />
        </div>
      </div>
    </Page>
  )
}

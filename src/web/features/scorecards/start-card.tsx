import { Link, useNavigate } from '@tanstack/react-router'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { CardList, ContinueCard } from './card-list.tsx'
import { startCard } from './card-sync.ts'
import classes from './scorecard-page.module.css'
import { SetupForm } from './setup-form.tsx'
import { useCardList } from './use-card.ts'

/** Setup of the next card, and the list of past ones. */
export function StartCard({ owner }: { owner: string }) {
  // Missing in a session stored by an earlier version of the app.
  const { bowType = null } = useSignedInMember()
  const navigate = useNavigate()
  const recent = useCardList(owner).lines?.find(({ archer }) => archer === null)?.setup ?? null
  return (
    <Page title="Scorecard">
      <div className={classes.stack}>
        <ContinueCard owner={owner} />
        <div className={classes.columns}>
          <Card as="section" aria-labelledby="new-card">
            <h2 id="new-card" className={classes.heading}>
              New scorecard
            </h2>
            <SetupForm
              owner={owner}
              recent={recent}
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

import { Link } from '@tanstack/react-router'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import classes from './scorecard-page.module.css'

/** Shown for the URL of a card that was deleted or belongs to someone else. */
export function MissingCard() {
  return (
    <Page title="Scorecard">
      <Card flush>
        <EmptyState
          next={
            <Link to="/scorecard" className={classes.link}>
              All scorecards
            </Link>
          }
        >
          Scorecard not found.
        </EmptyState>
      </Card>
    </Page>
  )
}

import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import type { RangeInfo } from '#contract/resources.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { toProblem } from '#web/lib/request.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import classes from './info-page.module.css'
import { infoQuery } from './info-query.ts'

/** Range commands and what to do when you hear them, and the rules; prints on one page. */
export function InfoPage() {
  const query = useQuery(infoQuery)
  const problem = query.error && toProblem(query.error)
  if (problem && !query.data) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title="Info" heading="Range calls and rules">
      <Freshness query={query} />
      {query.data ? (
        <Info info={query.data} />
      ) : (
        <Skeletons label="Loading the range calls and rules">
          <SkeletonCard height={18} />
        </Skeletons>
      )}
    </Page>
  )
}

function Info({ info }: { info: RangeInfo }) {
  const navigate = useNavigate()
  return (
    <div className={classes.info}>
      <div className={classes.columns}>
        <RangeCalls calls={info.calls} />
        <RangeRules rules={info.rules} />
      </div>
      <div className={`${classes.acts} no-print`}>
        <ActionButton tone="gold" size="lg" onClick={() => navigate({ to: '/home' })}>
          Got it!
        </ActionButton>
        <ActionButton
          tone="quiet"
          icon={<IconPrinter size={20} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </ActionButton>
      </div>
    </div>
  )
}

export function RangeCalls({ calls }: Pick<RangeInfo, 'calls'>) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className={classes.calls}>
      <h2 id={id}>Range calls</h2>
      <dl className={classes.list}>
        <div className={classes.head} aria-hidden>
          <span>You hear</span>
          <span>You do</span>
        </div>
        {calls.map(({ hear, act, urgent }) => (
          <div key={hear} data-urgent={urgent || undefined}>
            <dt>{hear}</dt>
            <dd>{act}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export function RangeRules({ rules }: Pick<RangeInfo, 'rules'>) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id}>Range rules</h2>
      <ol className={classes.rules}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </Card>
  )
}

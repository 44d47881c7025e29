import { IconConfetti, IconPencil, IconPrinter, IconRepeat, IconShare, IconTrophy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { inLine, isolated } from '#domain/isolated-text.ts'
import { arrowsOn, type Summary, tableOf } from '#domain/scorecards/card.ts'
import { averageOf, bestEndOf, mostOf, type Standing, standingOf } from '#domain/scorecards/results.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { DarkPanel } from '#web/ui/dark-panel.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { Page } from '#web/ui/page.tsx'
import { CardDetails } from './card-details.tsx'
import { Figures, Saved } from './card-figures.tsx'
import classes from './card-results.module.css'
import { type CardState, type CardStore, startCard } from './card-sync.ts'
import { distancesInWords, endInWords, modeNames, standingInWords } from './card-text.ts'
import { ConfirmEnd } from './confirm-end.tsx'
import { type LocalCard, shownEnd } from './local-card.ts'
import { PrintSheet } from './print-sheet.tsx'
import { ProblemNotes } from './problem-notes.tsx'
import { ScoreTable } from './score-table.tsx'
import { Faces, geometryOf, Mark } from './target-face.tsx'
import { useCardList } from './use-card.ts'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

type CardResultsProps = { card: LocalCard; state: CardState; store: CardStore; onEdit: () => void }

/** A full card: what it amounts to, and what to do with it. Nothing here changes an arrow; that takes `onEdit`. */
export function CardResults({ card, state, store, onEdit }: CardResultsProps) {
  const { owner, setup, slots, archer } = card
  const navigate = useNavigate()
  const [shares, setShares] = useState(false)
  const arrows = arrowsOn(slots)
  const { summary } = tableOf(setup, arrows)
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  const standing = useStanding(card, summary)
  useKeptFocus()
  return (
    <Page title={isolated(setup.name)} headingHidden>
      <div className={`${classes.columns} no-print`}>
        <div className={classes.column}>
          <ProblemNotes card={card} state={state} store={store} />
          {card.double !== null && <ConfirmEnd card={card} store={store} shown={shownEnd(card)} />}
          <Hero card={card} standing={standing} />
          <div className={classes.actions}>
            <ActionButton
              tone="gold"
              size="lg"
              fullWidth
              icon={<IconShare {...icon} />}
              onClick={() => setShares(true)}
            >
              Share
            </ActionButton>
            <ActionButton fullWidth icon={<IconPrinter {...icon} />} onClick={() => window.print()}>
              Print
            </ActionButton>
            {archer === null && (
              <ActionButton
                fullWidth
                icon={<IconRepeat {...icon} />}
                onClick={async () => navigate({ to: '/scorecard', search: { card: await startCard(owner, setup) } })}
              >
                Shoot again
              </ActionButton>
            )}
          </div>
          <ArrowsOnFace card={card} />
        </div>
        <div className={classes.column}>
          <ScoreTable setup={setup} slots={slots} next={null} />
          <Figures summary={summary} />
          <Saved card={card} state={state} />
          <ActionButton fullWidth icon={<IconPencil {...icon} />} onClick={onEdit}>
            Edit arrows
          </ActionButton>
          <CardDetails card={card} store={store} removed={state.removed} />
        </div>
      </div>
      <PrintSheet card={card} />
      {shares && (
        <Suspense>
          <ShareDialog card={card} isBest={standing?.is === 'best'} onClose={() => setShares(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** The score, dark like the panel of the live practice. */
function Hero({ card, standing }: { card: LocalCard; standing: Standing | null }) {
  const { setup, slots, startedAt, archer } = card
  const times = useClubTimes()
  const now = useNow('minute')
  const arrows = arrowsOn(slots)
  const { total, xs, tens, arrows: shot } = tableOf(setup, arrows).summary
  const best = bestEndOf(setup, arrows)
  const day = times.dayName(times.dayOf(Date.parse(startedAt)), now)
  const facts = [day, distancesInWords(setup), setup.target, modeNames[setup.mode]]
  return (
    <section className={classes.hero} aria-label="Result">
      <DarkPanel>
        <p className={classes.name}>{archer === null ? setup.name : inLine`${archer}: ${setup.name}`}</p>
        <p className={classes.line}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
        <p className={classes.total}>
          {total}
          <span className={classes.most}>/{mostOf(setup)}</span>
        </p>
        {archer === null && (
          <p
            className={classes.standing}
            data-cheers={standing?.is === 'best' || standing?.is === 'first' || undefined}
          >
            {standing?.is === 'best' && <IconTrophy size={22} stroke={1.75} aria-hidden />}
            {standing?.is === 'first' && <IconConfetti size={22} stroke={1.75} aria-hidden />}
            {standing === null
              ? '\u00a0'
              : standingInWords(setup.name, standing, total, (at) => times.date(times.dayOf(Date.parse(at)), now))}
          </p>
        )}
        <dl className={classes.facts}>
          <div>
            <dt>Average</dt>
            <dd>{averageOf({ total, arrows: shot })?.toFixed(2)}</dd>
          </div>
          <div>
            <dt>Best end</dt>
            <dd>
              {best.sum} <small>{endInWords(card, best.round * setup.ends + best.end)}</small>
            </dd>
          </div>
          <div>
            <dt>10s and Xs</dt>
            <dd>{tens + xs}</dd>
          </div>
        </dl>
      </DarkPanel>
    </section>
  )
}

/** How the card compares with the archer's others; null while they are loading, and for a card scored for someone else. */
function useStanding({ owner, id, archer, setup, startedAt }: LocalCard, summary: Summary): Standing | null {
  const { lines } = useCardList(owner)
  if (archer !== null || lines === null) return null
  return standingOf(
    { id, setup, startedAt, summary },
    lines.filter((line) => line.archer === null),
  )
}

/** All arrows that have a position. */
function ArrowsOnFace({ card: { setup, slots } }: { card: LocalCard }) {
  const geometry = geometryOf(setup)
  const { box } = geometry
  const spots = arrowsOn(slots).flatMap((arrow) => (arrow?.spot ? [arrow.spot] : []))
  if (spots.length === 0) return null
  return (
    <div className={classes.face}>
      <svg
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="img"
        aria-label={`Target with ${spots.length === 1 ? '1 arrow' : `${spots.length} arrows`}`}
      >
        <Faces geometry={geometry} labels={false} />
        {spots.map((spot, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an arrow is its place in the list
          <Mark key={at} geometry={geometry} spot={spot} halo={0.8} />
        ))}
      </svg>
    </div>
  )
}

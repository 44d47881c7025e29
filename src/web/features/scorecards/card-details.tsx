import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { fileNameOf, toCsv } from '#domain/export-files.ts'
import { arrowsOn, firstEmpty, tableOf } from '#domain/scorecards/card.ts'
import { exportLines } from '#domain/scorecards/insight.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CardActions } from './card-actions.tsx'
import classes from './card-output.module.css'
import type { CardStore } from './card-sync.ts'
import { writtenScore } from './card-text.ts'
import { Disclosure } from './disclosure.tsx'
import { DoubleScoring } from './double-scoring.tsx'
import type { LocalCard } from './local-card.ts'

/** Next to the score: group, sight and handicap on demand, a second scorer, and exports. */
export function CardDetails({ card, store, removed }: { card: LocalCard; store: CardStore; removed: boolean }) {
  const full = firstEmpty(card.slots) === null
  const isAlone = card.double === null && card.archer === null
  return (
    <>
      <Disclosure label="Group, sight, and handicap" load={() => import('./card-insight.tsx')}>
        {({ CardInsight }) => <CardInsight card={card} />}
      </Disclosure>
      {!(full && isAlone) && <DoubleScoring card={card} store={store} />}
      <CardOutput card={card} full={full} />
      <CardActions card={card} store={store} removed={removed} />
    </>
  )
}

/** Exports the card. */
function CardOutput({ card, full }: { card: LocalCard; full: boolean }) {
  const { setup, slots, startedAt, id } = card
  const person = useSignedInMember()
  const archer = card.archer ?? person.displayName
  const times = useClubTimes()
  const day = times.dayOf(Date.parse(startedAt))
  const name = `${fileNameOf(setup.name)}-${day}`
  const arrows = arrowsOn(slots)
  const lines = exportLines(
    setup,
    arrows,
    slots.map((slot) => slot?.why ?? ''),
  )
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

  function saveCsv() {
    const head = ['Round', 'End', 'Arrow', 'Called', 'Counts', 'Face', 'Right mm', 'Up mm', 'Changed because']
    const rows = lines.map((line) => [
      ...[line.round, line.end, line.arrow, writtenScore(line.called), writtenScore(line.counts)],
      ...[line.face, line.xMm, line.yMm, line.why],
    ])
    downloadFile(toCsv(head, rows), 'text/csv', `${name}.csv`)
  }

  function saveJson() {
    const { summary } = tableOf(setup, arrows)
    const whole = { id, archer, startedAt, setup, summary, arrows: lines }
    downloadFile(`${JSON.stringify(whole, null, 2)}\n`, 'application/json', `${name}.json`)
  }

  return (
    <div className={classes.output}>
      {!full && (
        <ActionButton icon={<IconPrinter {...icon} />} onClick={() => window.print()}>
          Print scorecard
        </ActionButton>
      )}
      <ActionButton icon={<IconDownload {...icon} />} onClick={saveCsv}>
        CSV
      </ActionButton>
      <ActionButton icon={<IconDownload {...icon} />} onClick={saveJson}>
        JSON
      </ActionButton>
    </div>
  )
}

import { IconDownload, IconPrinter, IconShare } from '@tabler/icons-react'
import { useState } from 'react'
import { fileNameOf, toCsv } from '#domain/export-files.ts'
import { arrowsOn, tableOf } from '#domain/scorecards/card.ts'
import { exportLines } from '#domain/scorecards/insight.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { CardActions } from './card-actions.tsx'
import classes from './card-output.module.css'
import type { CardStore } from './card-sync.ts'
import { writtenScore } from './card-text.ts'
import { Disclosure } from './disclosure.tsx'
import { DoubleScoring } from './double-scoring.tsx'
import type { LocalCard } from './local-card.ts'

/** Next to the score: group, sight and handicap on demand, a second scorer, and exports. */
export function CardDetails({ card, store, removed }: { card: LocalCard; store: CardStore; removed: boolean }) {
  return (
    <>
      <Disclosure label="Group, sight, and handicap" load={() => import('./card-insight.tsx')}>
        {({ CardInsight }) => <CardInsight card={card} />}
      </Disclosure>
      <DoubleScoring card={card} store={store} />
      <CardOutput card={card} />
      <CardActions card={card} store={store} removed={removed} />
    </>
  )
}

/** Exports the card: print, CSV, JSON, or image. */
export function CardOutput({ card }: { card: LocalCard }) {
  const { setup, slots, startedAt, id } = card
  const person = useSignedInMember()
  const archer = card.archer ?? person.displayName
  const times = useClubTimes()
  const [failed, setFailed] = useState<string | null>(null)
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

  async function share() {
    setFailed(null)
    const drawing = await import('./card-picture.ts').catch(() => null)
    const picture = drawing && (await drawing.drawCard(card, { archer, date: times.date(day, serverNow()) }))
    if (picture === null) return setFailed('Couldn’t create the image. Try again online, or use another browser.')
    const file = new File([picture], `${name}.png`, { type: 'image/png' })
    if (navigator.canShare?.({ files: [file] })) {
      try {
        return await navigator.share({ files: [file], title: setup.name })
      } catch (error) {
        // Sharing was canceled: don't download instead.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    downloadFile(picture, 'image/png', `${name}.png`)
  }

  return (
    <div className={classes.output}>
      <ActionButton icon={<IconPrinter {...icon} />} onClick={() => window.print()}>
        Print scorecard
      </ActionButton>
      <ActionButton icon={<IconShare {...icon} />} onClick={share}>
        Share image
      </ActionButton>
      <ActionButton icon={<IconDownload {...icon} />} onClick={saveCsv}>
        CSV
      </ActionButton>
      <ActionButton icon={<IconDownload {...icon} />} onClick={saveJson}>
        JSON
      </ActionButton>
      <ErrorNote error={failed === null ? null : { message: failed }} />
    </div>
  )
}

import { fileNameOf, toCsv } from '#domain/export-files.ts'
import { arrowsOn, tableOf } from '#domain/scorecards/card.ts'
import { exportLines } from '#domain/scorecards/insight.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { writtenScore } from './card-text.ts'
import type { LocalCard } from './local-card.ts'

function linesOf({ setup, slots }: LocalCard) {
  return exportLines(
    setup,
    arrowsOn(slots),
    slots.map((slot) => slot?.why ?? ''),
  )
}

/** @param day when it was shot, for the file's name */
export function saveCsv(card: LocalCard, day: string) {
  const head = ['Round', 'End', 'Arrow', 'Called', 'Counts', 'Face', 'Right mm', 'Up mm', 'Changed because']
  const rows = linesOf(card).map((line) => [
    ...[line.round, line.end, line.arrow, writtenScore(line.called), writtenScore(line.counts)],
    ...[line.face, line.xMm, line.yMm, line.why],
  ])
  downloadFile(toCsv(head, rows), 'text/csv', `${fileNameOf(card.setup.name)}-${day}.csv`)
}

/** @param archer the name of the person who shot it */
export function saveJson(card: LocalCard, day: string, archer: string) {
  const { id, startedAt, setup, slots } = card
  const { summary } = tableOf(setup, arrowsOn(slots))
  const whole = { id, archer, startedAt, setup, summary, arrows: linesOf(card) }
  downloadFile(`${JSON.stringify(whole, null, 2)}\n`, 'application/json', `${fileNameOf(setup.name)}-${day}.json`)
}

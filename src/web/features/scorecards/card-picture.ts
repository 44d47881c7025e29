import { arrowsOn, tableOf } from '#domain/scorecards/card.ts'
import { face } from '#web/ui/tokens.ts'
import { shotInWords, writtenScore } from './card-text.ts'
import type { LocalCard } from './local-card.ts'
import { geometryOf, pointOf, type RingColor, ringColorOf } from './target-face.tsx'

const width = 1080
const margin = 64
const row = 56
const family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const ink = '#15171C'
const muted = '#4B505A'
const fills: Record<RingColor, string> = { ...face, red: '#C8192F', miss: ink }

/** Draws the card as a PNG to share; null if the browser can't. */
export async function drawCard(card: LocalCard, facts: { archer: string; date: string }): Promise<Blob | null> {
  const { setup, slots } = card
  const { rounds, summary } = tableOf(setup, arrowsOn(slots))
  const ends = rounds.flatMap((round) => round.ends).filter(({ values }) => values.some((value) => value !== null))
  const geometry = geometryOf(setup)
  const spots = arrowsOn(slots).flatMap((arrow) => (arrow?.spot ? [arrow.spot] : []))
  const target = spots.length > 0 ? width - 2 * margin : 0
  const targetHeight = (target * geometry.box.height) / geometry.box.width
  const tableTop = 330 + (target > 0 ? targetHeight + 40 : 0)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = tableTop + ends.length * row + 140
  const context = canvas.getContext('2d')
  if (context === null) return null

  function text(words: string, x: number, y: number, font: string, color = ink, align: CanvasTextAlign = 'left') {
    if (context === null) return
    context.font = `${font} ${family}`
    context.fillStyle = color
    context.textAlign = align
    context.fillText(words, x, y)
  }

  context.fillStyle = '#FAF8F3'
  context.fillRect(0, 0, width, canvas.height)
  text(setup.name, margin, 130, '800 64px')
  text([facts.archer, facts.date].join(' · '), margin, 190, '32px', muted)
  text(shotInWords(setup), margin, 236, '32px', muted)
  text(String(summary.total), width - margin, 150, '800 120px', ink, 'right')
  text(`Xs ${summary.xs} · 10s ${summary.tens} · 9s ${summary.nines}`, margin, 290, '600 32px')

  if (target > 0) {
    context.save()
    context.translate(margin, 330)
    context.scale(target / geometry.box.width, target / geometry.box.width)
    context.translate(-geometry.box.x, -geometry.box.y)
    context.fillStyle = '#FFFFFF'
    context.fillRect(geometry.box.x, geometry.box.y, geometry.box.width, geometry.box.height)
    const line = geometry.box.width / 500
    for (const centre of geometry.centres)
      for (const { value, radius } of [...geometry.rings].reverse()) {
        const colour = ringColorOf(value)
        circle(centre, radius, colour === 'red' ? face.red : fills[colour], value === 4 ? '#FFFFFF' : ink, line)
      }
    for (const spot of spots) circle(pointOf(geometry, spot), geometry.mark * 0.6, ink, '#FFFFFF', line * 1.5)
    context.restore()
  }

  for (const [i, { values, sum, running }] of ends.entries()) {
    const y = tableTop + i * row + 38
    text(String(i + 1), margin, y, '700 32px')
    for (const [at, value] of values.entries()) {
      if (value === null) continue
      const colour = ringColorOf(value)
      const x = margin + 80 + at * 92
      context.fillStyle = fills[colour]
      context.beginPath()
      context.roundRect(x, y - 36, 78, 46, 12)
      context.fill()
      const dark = colour === 'gold' || colour === 'blue' || colour === 'white'
      text(writtenScore(value), x + 39, y - 2, '700 30px', dark ? ink : '#FFFFFF', 'center')
    }
    text(String(sum), width - margin - 140, y, '32px', ink, 'right')
    text(String(running), width - margin, y, '700 32px', ink, 'right')
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))

  function circle({ x, y }: { x: number; y: number }, radius: number, fill: string, stroke: string, line: number) {
    if (context === null) return
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fillStyle = fill
    context.fill()
    context.lineWidth = line
    context.strokeStyle = stroke
    context.stroke()
  }
}

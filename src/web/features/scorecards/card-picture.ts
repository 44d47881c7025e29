import { type Arrow, arrowsOn, tableOf } from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { averageOf, bestEndOf, mostOf } from '#domain/scorecards/results.ts'
import { face, papers } from '#web/ui/tokens.ts'
import { distancesInWords, writtenScore } from './card-text.ts'
import type { LocalCard } from './local-card.ts'
import { type Geometry, geometryOf, markOf, type RingColor, ringColorOf } from './target-face.tsx'

/** In pixels: a phone's whole screen (9:16), and a square for feeds and messages. */
export const pictureSizes = { story: { width: 1080, height: 1920 }, square: { width: 1080, height: 1080 } } as const
export type PictureShape = keyof typeof pictureSizes

type Facts = { club: string; archer: string; date: string; isBest: boolean }
type Area = { x: number; y: number; width: number; height: number }

const family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const ink = '#15171C'
const muted = '#B3B8C2'
const gold = '#FFD95A'
const fills: Record<RingColor, string> = { ...face, red: '#C8192F', miss: '#3A3F49' }
const margin = 72

/** Draws the card as a PNG; null if the browser can't. */
export async function drawCard(card: LocalCard, facts: Facts, shape: PictureShape): Promise<Blob | null> {
  const { width, height } = pictureSizes[shape]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = ink
  context.fillRect(0, 0, width, height)
  drawRings(context, { x: width - 120, y: 160 })
  // Apps lay their own controls over the top and the bottom of a story.
  if (shape === 'story') {
    drawHead(context, card, facts, { y: 270, width: width - 2 * margin })
    drawScore(context, card, facts.isBest, { y: 735, size: 260, width: width - 2 * margin })
    drawArrows(context, card, { x: margin, y: facts.isBest ? 940 : 880, width: width - 2 * margin, height: 800 })
  } else {
    drawHead(context, card, facts, { y: 110, width: width - 2 * margin })
    drawScore(context, card, facts.isBest, { y: 600, size: 210, width: 420 })
    drawArrows(context, card, { x: 490, y: 400, width: width - 490 - margin / 2, height: 640 })
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** The club, the round, and who shot it when. */
function drawHead(
  context: CanvasRenderingContext2D,
  { setup }: LocalCard,
  { club, archer, date }: Facts,
  { y, width }: { y: number; width: number },
) {
  write(context, club, { x: margin, y, width, size: 38, weight: 700, color: gold })
  write(context, setup.name, { x: margin, y: y + 96, width, size: 80, weight: 800 })
  write(context, archer, { x: margin, y: y + 160, width, size: 42, weight: 600 })
  const shot = [date, distancesInWords(setup), setup.target].filter((fact) => fact !== null).join(' · ')
  write(context, shot, { x: margin, y: y + 216, width, size: 36, color: muted })
}

/** The total of the maximum, and below it whether it's a personal best, the average and the best end; `size` is that of the total. */
function drawScore(
  context: CanvasRenderingContext2D,
  { setup, slots }: LocalCard,
  isBest: boolean,
  { y, size, width }: { y: number; size: number; width: number },
) {
  const arrows = arrowsOn(slots)
  const { summary } = tableOf(setup, arrows)
  const total = String(summary.total)
  write(context, total, { x: margin - size / 30, y, width, size, weight: 800 })
  const after = margin + context.measureText(total).width
  const most = `/${mostOf(setup)}`
  // Beside the total if there is room, else below it.
  const beside = after + size * 0.9 < margin + width
  write(context, most, {
    x: beside ? after : margin,
    y: beside ? y : y + size * 0.36,
    width,
    size: size * 0.3,
    color: muted,
  })
  const from = beside ? y + 84 : y + size * 0.36 + 76
  const average = averageOf(summary)?.toFixed(2) ?? ''
  const facts = [
    `Average ${average}`,
    `Best end ${bestEndOf(setup, arrows).sum}`,
    `Xs ${summary.xs} · 10s ${summary.tens}`,
  ]
  const lines = [...(isBest ? ['Personal best'] : []), ...(beside ? [facts.join('  ·  ')] : facts)]
  for (const [at, line] of lines.entries())
    write(context, line, {
      ...{ x: margin, y: from + at * 58, width, size: 40, weight: 600 },
      ...(line === 'Personal best' && { color: gold }),
    })
}

/** The arrows on the target, or without positions their values in the order they were shot. */
function drawArrows(context: CanvasRenderingContext2D, { setup, slots }: LocalCard, area: Area) {
  const arrows = arrowsOn(slots)
  const spotted = arrows.filter((arrow) => arrow?.spot)
  if (spotted.length > 0) drawTarget(context, geometryOf(setup), spotted, area)
  else {
    const ends = tableOf(setup, arrows).rounds.flatMap((round) => round.ends.map(({ values }) => values))
    drawValues(context, ends, area)
  }
}

function drawTarget(
  context: CanvasRenderingContext2D,
  geometry: Geometry,
  arrows: readonly (Arrow | null)[],
  { x, y, width, height }: Area,
) {
  const { box, centres, rings, shaft, halo } = geometry
  const scale = Math.min(width / box.width, height / box.height)
  context.save()
  context.translate(x + (width - box.width * scale) / 2, y + (height - box.height * scale) / 2)
  context.scale(scale, scale)
  context.beginPath()
  context.roundRect(0, 0, box.width, box.height, box.width / 24)
  context.fillStyle = '#FFFFFF'
  context.fill()
  context.translate(-box.x, -box.y)
  const line = box.width / 500
  for (const center of centres)
    for (const { value, radius } of [...rings].reverse()) {
      const color = ringColorOf(value)
      drawCircle(
        context,
        center,
        radius,
        color === 'red' ? face.red : fills[color],
        value === 4 ? '#FFFFFF' : ink,
        line,
      )
    }
  for (const arrow of arrows)
    if (arrow?.spot) {
      const at = markOf(geometry, arrow.spot)
      drawCircle(context, at, halo * 0.8, '#FFFFFF8C', ink, line * 1.5)
      drawCircle(context, at, shaft, ink, 'transparent', line)
    }
  context.restore()
}

/** Ends side by side in as many columns as make the values largest. */
function drawValues(context: CanvasRenderingContext2D, ends: (ArrowValue | null)[][], area: Area) {
  const perEnd = ends[0]?.length ?? 1
  const sizeIn = (columns: number) =>
    Math.min(area.width / (columns * perEnd + (columns - 1) * 0.4), area.height / Math.ceil(ends.length / columns), 120)
  const columns = ends.map((_, at) => at + 1).reduce((best, each) => (sizeIn(each) > sizeIn(best) ? each : best), 1)
  const step = sizeIn(columns)
  const side = step * 0.88
  for (const [at, values] of ends.entries())
    for (const [arrow, value] of values.entries()) {
      if (value === null) continue
      const x = area.x + ((at % columns) * (perEnd + 0.4) + arrow) * step
      const y = area.y + Math.floor(at / columns) * step
      const color = ringColorOf(value)
      context.beginPath()
      context.roundRect(x, y, side, side, side * 0.24)
      context.fillStyle = fills[color]
      context.fill()
      if (color === 'black') {
        context.strokeStyle = muted
        context.lineWidth = 2
        context.stroke()
      }
      const isPale = color === 'gold' || color === 'blue' || color === 'white'
      const text = { x: x + side / 2, y: y + side * 0.69, width: side, size: side * 0.54, weight: 700 }
      write(context, writtenScore(value), { ...text, color: isPale ? ink : '#FFFFFF', align: 'center' })
    }
}

/** The hairline rings of the app's dark panels. */
function drawRings(context: CanvasRenderingContext2D, center: { x: number; y: number }) {
  context.save()
  context.globalAlpha = 0.24
  for (let radius = 70; radius <= 420; radius += 70) drawCircle(context, center, radius, 'transparent', gold, 3)
  context.restore()
}

function drawCircle(
  context: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  radius: number,
  fill: string,
  stroke: string,
  line: number,
) {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = fill
  context.fill()
  context.lineWidth = line
  context.strokeStyle = stroke
  context.stroke()
}

type Writing = {
  x: number
  y: number
  /** Longer text gets smaller, and at 60% of its size it is cut off. */
  width: number
  size: number
  weight?: number
  color?: string
  align?: CanvasTextAlign
}

function write(context: CanvasRenderingContext2D, text: string, { x, y, width, size, ...looks }: Writing) {
  const use = (pixels: number) => {
    context.font = `${looks.weight ?? 400} ${pixels}px ${family}`
  }
  use(size)
  const fits = Math.min(1, width / context.measureText(text).width)
  use(size * Math.max(fits, 0.6))
  let shown = text
  const characters = [...text]
  while (context.measureText(shown).width > width + 1 && characters.length > 1) {
    characters.pop()
    shown = `${characters.join('')}…`
  }
  context.fillStyle = looks.color ?? papers.light
  context.textAlign = looks.align ?? 'left'
  context.fillText(shown, x, y)
}

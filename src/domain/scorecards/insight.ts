import { type Arrow, placeOf, tableOf } from './card.ts'
import { type ArrowValue, clubRings, facesOn, zoneOf } from './faces.ts'
import type { Point } from './group.ts'
import { handicapOf, type Shot } from './handicap.ts'
import { arrowsOf, distanceOf, ringsOf, type Setup } from './setup.ts'

/** What a card says beyond its score, in mm on the true face whichever its mode. */

/** The club's ten has the size of the face's (design/archery.md A8); World Archery's places are in mm already. */
export function mmPerUnit({ mode, target }: Setup) {
  const ten = clubRings.find(({ value }) => value === 10)
  return mode === 'club' && ten ? zoneOf(target) / ten.radius : 1
}

export type Hit = Point & { face: number }

/** Those that have a place, from the centre of their face. */
export function hitsOf(setup: Setup, arrows: readonly (Arrow | null)[]): Hit[] {
  const scale = mmPerUnit(setup)
  return arrows.flatMap((arrow) =>
    arrow?.spot ? [{ face: arrow.spot.face, x: arrow.spot.x * scale, y: arrow.spot.y * scale }] : [],
  )
}

/** How a round was shot, for its handicap; null where nobody said how far. The club's rings take no line cutters. */
export function shotOf(setup: Setup, round: number): Shot | null {
  const distanceM = distanceOf(setup, round)
  if (distanceM === null) return null
  if (setup.mode === 'world-archery') return { rings: ringsOf(setup), distanceM, shaft: setup.arrowDiameter }
  const scale = mmPerUnit(setup)
  return { rings: clubRings.map(({ value, radius }) => ({ value, radius: radius * scale })), distanceM, shaft: 0 }
}

/** Of the arrows that are written down, each at its round's distance; null without any, or without a distance. */
export function handicapOfCard(setup: Setup, arrows: readonly (Arrow | null)[]): number | null {
  const perRound = arrowsOf(setup) / setup.rounds
  const shots = []
  for (let round = 0; round < setup.rounds; round++) {
    const count = arrows.slice(round * perRound, (round + 1) * perRound).filter((arrow) => arrow !== null).length
    if (count === 0) continue
    const shot = shotOf(setup, round)
    if (shot === null) return null
    shots.push({ arrows: count, shot })
  }
  return shots.length === 0 ? null : handicapOf(tableOf(setup, arrows).summary.total, shots)
}

/** An arrow a line, for tables of one's own. */
export type ExportLine = {
  round: number
  end: number
  arrow: number
  called: ArrowValue
  /** What counts of it, which on a triple face may be less. */
  counts: ArrowValue
  face: number | null
  xMm: number | null
  yMm: number | null
  why: string
}

/** @param whys of each slot, as the card has them */
export function exportLines(setup: Setup, arrows: readonly (Arrow | null)[], whys: readonly string[]): ExportLine[] {
  const { rounds } = tableOf(setup, arrows)
  const scale = mmPerUnit(setup)
  return arrows.flatMap((arrow, slot) => {
    if (arrow === null) return []
    const { round, end, arrow: at } = placeOf(setup, slot)
    const { spot, value } = arrow
    return [
      {
        ...{ round: round + 1, end: end + 1, arrow: at + 1, called: value },
        counts: rounds[round]?.ends[end]?.values[at] ?? value,
        face: spot && facesOn(setup.target) > 1 ? spot.face + 1 : null,
        xMm: spot && hundredths(spot.x * scale),
        yMm: spot && hundredths(spot.y * scale),
        why: whys[slot] ?? '',
      },
    ]
  })
}

function hundredths(mm: number) {
  return Math.round(mm * 100) / 100
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clubRings, targetTypes, worldArcheryRings } from './faces.ts'
import { angleOf, expectedArrow, handicapInTables, handicapOf, type Shot, shotOf, worstHandicap } from './insight.ts'
import { modes, type Setup } from './setup.ts'
import { diametersIn, firstSetup, inMode, presetsIn, targetsIn } from './setup-choices.ts'

const plain = { innerTenOnly: false }
const indoors: Shot = { rings: worldArcheryRings('40cm Single', plain), distanceM: 18, shaft: 9.3 }
const triple: Shot = { ...indoors, rings: worldArcheryRings('40cm 3-Spot', plain) }
const asSpecified: Shot = {
  rings: clubRings.map(({ value, radius }) => ({ value, radius: radius / 1.5 })),
  distanceM: 18,
  shaft: 0,
}
const recurve: Shot = { rings: worldArcheryRings('122cm', plain), distanceM: 70, shaft: 5.5 }

describe('every digit of the printed tables', () => {
  test.each([
    ['the angle of handicap 10 at 25 m', angleOf(10, 25).toFixed(8), '0.00094983'],
    ['an arrow of handicap 10 at 70 m on 122 cm', expectedArrow(10, recurve).toFixed(6), '9.401183'],
    ['WA 18 m of handicap 20', (60 * expectedArrow(20, indoors)).toFixed(2), '578.36'],
  ])('%s', (_, digits, printed) => expect(digits).toBe(printed))

  test.each([
    ['the scores of A8, on the triple face', triple, [578, 517, 331]],
    // At a size at which the specification's ten is that of the face.
    ['what the specification’s rings cost (A8)', asSpecified, [551, 347, 124]],
  ])('%s', (_, shot, printed) => {
    expect([20, 40, 60].map((handicap) => Math.round(60 * expectedArrow(handicap, shot)))).toEqual(printed)
  })
})

/** The same by summing over the rings: the probability of each times its value. */
function recomputed(handicap: number, { rings, distanceM, shaft }: Shot) {
  const angle = 0.0005 * Math.exp((handicap + 6) * Math.log(1.035) + 0.00365 * distanceM)
  const within = (radius: number) => -Math.expm1(-(((radius + shaft / 2) / (angle * distanceM * 1000)) ** 2))
  let [mean, before] = [0, 0]
  for (const { value, radius } of rings) {
    mean += (within(radius) - before) * (value === 'X' ? 10 : value)
    before = within(radius)
  }
  return mean
}

const shots = fc.record({
  rings: fc
    .tuple(fc.constantFrom(...targetTypes), fc.boolean())
    .map(([type, innerTenOnly]) => worldArcheryRings(type, { innerTenOnly })),
  distanceM: fc.constantFrom(18, 25, 30, 50, 60, 70, 90),
  shaft: fc.constantFrom(5.5, 6, 8, 9, 9.3),
})

test('a score leads back to the handicap that expects it', () => {
  fc.assert(
    fc.property(fc.double({ min: 12, max: 100, noNaN: true }), shots, (handicap, shot) => {
      const points = 60 * expectedArrow(handicap, shot)
      const found = handicapOf(points, [{ arrows: 60, shot }])
      expect(Math.abs(60 * expectedArrow(found, shot) - points)).toBeLessThan(1e-9)
    }),
  )
})

describe('the handicap in Archery GB’s tables', () => {
  test('where neighboring handicaps have the same score, is the highest', () => {
    const inTables = (points: number) => handicapInTables(points, [{ arrows: 60, shot: indoors }])
    expect([595, 596, 597, 598, 599, 600].map(inTables)).toEqual([9, 8, 6, 5, 3, 0])
  })

  const everyRound = modes.flatMap((mode) =>
    presetsIn(mode).flatMap(({ name, setup }) =>
      (setup.target ? [setup.target] : targetsIn(mode)).flatMap((target) =>
        [Math.min, Math.max].map((pick): Setup => {
          const distances = setup.distances ?? [target === '122cm' ? 70 : 18]
          const arrowDiameter = pick(...diametersIn(mode))
          return { ...inMode(firstSetup, mode), ...setup, name, target, distances, arrowDiameter }
        }),
      ),
    ),
  )

  test.each(everyRound)('of every score: $name, $mode, $target, $arrowDiameter mm', (setup) => {
    const arrows = setup.ends * setup.arrowsPerEnd
    const shots = Array.from({ length: setup.rounds }, (_, round) => {
      const shot = shotOf(setup, round)
      if (shot === null) throw new Error('no distance')
      return { arrows, shot }
    })
    const table = Array.from({ length: worstHandicap + 1 }, (_, handicap) =>
      Math.ceil(shots.reduce((sum, { arrows, shot }) => sum + arrows * recomputed(handicap, shot), 0) - 1e-9),
    )
    const inPrint = (points: number) => {
      const same = table.lastIndexOf(points)
      if (same !== -1) return same
      const lower = table.findIndex((each) => each < points)
      return lower === -1 ? worstHandicap : lower
    }
    const most = arrows * setup.rounds * 10
    const scores = Array.from({ length: most + 1 }, (_, points) => points)
    expect(scores.map((points) => handicapInTables(points, shots))).toEqual(scores.map(inPrint))
  })
})

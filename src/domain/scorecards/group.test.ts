import { describe, expect, test } from 'vitest'
import { fractions } from '#test/support/random.ts'
import { chiSquared, fewestForCorrection, groupOf, likelihoodOfOffset, type Point, sightCorrection } from './group.ts'

test('one arrow is no group', () => {
  expect(groupOf([])).toBeNull()
  expect(groupOf([{ x: 1, y: 2 }])).toBeNull()
})

test('four arrows around a point, by hand', () => {
  const group = groupOf([
    { x: 13, y: 5 },
    { x: 7, y: 5 },
    { x: 10, y: 9 },
    { x: 10, y: 1 },
  ])
  expect(group).toMatchObject({ arrows: 4, centre: { x: 10, y: 5 }, meanRadius: 3.5, extremeSpread: 8 })
  expect(group?.covariance).toEqual({ xx: 6, xy: 0, yy: 32 / 3 })
  const sigma = Math.sqrt(50 / 6)
  expect(group?.sigma).toBeCloseTo(sigma, 12)
  // The quantiles of chi-squared with six degrees of freedom, from a table.
  expect(group?.sigmaInterval).toEqual([14.449375, 1.237344].map((chi) => expect.closeTo(Math.sqrt(50 / chi), 4)))
  expect(group?.cep50).toBeCloseTo(sigma * 1.1774100225154747, 9)
  expect(group?.r95).toBeCloseTo(sigma * 2.447746830680816, 9)
  const { major, minor, angle } = group?.ellipse95 ?? {}
  expect([major, minor]).toEqual([32 / 3, 6].map((axis) => expect.closeTo(Math.sqrt(axis * 5.991464547107979), 9)))
  expect(angle).toBeCloseTo(Math.PI / 2, 12)
})

test('a group that lies askew has its ellipse turned', () => {
  const group = groupOf([1, 2, -1, -2].map((x) => ({ x: x + 4, y: Math.sign(x) - 3 })))
  expect(group?.covariance).toEqual({ xx: 10 / 3, xy: 2, yy: 4 / 3 })
  const { major = 0, minor = 0, angle } = group?.ellipse95 ?? {}
  expect(angle).toBeCloseTo(Math.atan(2) / 2, 12)
  // The axes are the eigenvalues of the covariance: their sum is its trace, their product its determinant.
  expect((major ** 2 + minor ** 2) / 5.991464547107979).toBeCloseTo(14 / 3, 9)
  expect(((major * minor) / 5.991464547107979) ** 2).toBeCloseTo(4 / 9, 9)
})

describe('an independent recomputation agrees to 1e-9', () => {
  const close = (a: number | undefined, b: number, scale = 1) =>
    expect(Math.abs((a ?? Number.NaN) - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(b), scale))

  test('the likelihood of an offset, by adding up the tail of F', () => {
    // Simpson's rule over the density of F with 2 and m degrees of freedom, from f to where the density is negligible.
    const tail = (f: number, m: number) => {
      const density = (t: number) => (1 + (2 * t) / m) ** (-(m + 2) / 2)
      const [from, to, steps] = [Math.log(f), Math.log(f) + 60, 40_000]
      const width = (to - from) / steps
      let sum = 0
      for (let i = 0; i <= steps; i++) {
        const t = Math.exp(from + i * width)
        sum += density(t) * t * (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2)
      }
      return (sum * width) / 3
    }
    for (const n of [6, 12, 36]) {
      const group = groupOf(randomGroup(n, fractions(n), { x: 4, y: -3 }, 10))
      if (group === null) throw new Error('no group')
      const { xx, xy, yy } = group.covariance
      const [a, b] = [group.centre.x, group.centre.y]
      const t2 = (n * (a * (yy * a - xy * b) + b * (xx * b - xy * a))) / (xx * yy - xy ** 2)
      close(likelihoodOfOffset(group), tail((t2 * (n - 2)) / (2 * (n - 1)), n - 2))
    }
  })

  test('χ², against printed tables', () => {
    for (const [share, freedom, printed] of [
      [0.5, 2, 1.386],
      [0.95, 2, 5.991],
      [0.975, 10, 20.483],
      [0.025, 10, 3.247],
      [0.975, 70, 95.023],
      [0.025, 70, 48.758],
    ] as const)
      expect(chiSquared(share, freedom).toFixed(3)).toBe(printed.toFixed(3))
  })
})

describe('a correction of the sight', () => {
  const bow = { eyeToSight: 900, distanceM: 18 }

  test('is proposed to few who are centred and to nearly all who are off by one standard deviation', () => {
    const random = fractions(20261122)
    const proposed = (offset: Point) =>
      Array.from({ length: 2000 }, () => sightCorrection(randomGroup(36, random, offset, 25), bow)).filter(Boolean)
        .length / 2000
    expect(proposed({ x: 0, y: 0 })).toBeLessThanOrEqual(0.06)
    expect(proposed({ x: 25, y: 0 })).toBeGreaterThanOrEqual(0.9)
    expect(proposed({ x: 15, y: -20 })).toBeGreaterThanOrEqual(0.9)
  })

  test('of a group proposed without asking for chance, most centred ones would get one (the negative control)', () => {
    const random = fractions(7)
    const groups = Array.from({ length: 200 }, () => groupOf(randomGroup(36, random, { x: 0, y: 0 }, 25)))
    const off = groups.filter((group) => group && Math.hypot(group.centre.x, group.centre.y) > 25 / 10)
    expect(off.length / 200).toBeGreaterThan(0.5)
  })

  test('goes towards the group, by what the sight’s distance makes of it', () => {
    const points = randomGroup(36, fractions(5), { x: 100, y: -50 }, 10)
    const centre = groupOf(points)?.centre
    const { move } = sightCorrection(points, bow) ?? {}
    expect(move?.x).toBeCloseTo(((centre?.x ?? 0) * 900) / 18_000, 9)
    expect(move?.y).toBeCloseTo(((centre?.y ?? 0) * 900) / 18_000, 9)
  })

  test('wants enough arrows, however far they are off', () => {
    const points = randomGroup(fewestForCorrection, fractions(5), { x: 300, y: 0 }, 5)
    expect(sightCorrection(points.slice(1), bow)).toBeNull()
    expect(sightCorrection(points, bow)).not.toBeNull()
  })

  test('arrows all in one hole, or in one line, are told from the centre', () => {
    const hole = Array.from({ length: 20 }, () => ({ x: 40, y: 10 }))
    expect(sightCorrection(hole, bow)?.likelihood).toBe(0)
    const centered = hole.map(() => ({ x: 0, y: 0 }))
    expect(sightCorrection(centered, bow)).toBeNull()
  })
})

function randomGroup(arrows: number, random: () => number, { x, y }: Point, sigma: number): Point[] {
  return Array.from({ length: arrows }, () => {
    const [radius, angle] = [sigma * Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()]
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
  })
}

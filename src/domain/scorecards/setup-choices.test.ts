import { describe, expect, test } from 'vitest'
import { setupProblemTexts, spotWarningText } from '#domain/text/scorecard-messages.ts'
import { arrowsOf, distanceOf, hasInnerTenOnly, ringsOf, type Setup } from './setup.ts'
import { diametersIn, firstSetup, inMode, presetsIn, problemsOf, quickSetups, targetsIn } from './setup-choices.ts'

const setup = (fields: Partial<Setup> = {}): Setup => ({ ...firstSetup, ...fields })
const textsOf = (of: Setup) => setupProblemTexts(of, problemsOf(of))
const named = (name: string, mode: Setup['mode'] = 'world-archery') => {
  const preset = presetsIn(mode).find((each) => each.name === name)
  if (!preset) throw new Error(`no ${name}`)
  return setup({ mode, name, ...preset.setup })
}

describe('a set-up', () => {
  test('has at least one end, arrow and round, and 1 to 6 arrows per end', () => {
    expect(problemsOf(firstSetup)).toEqual({})
    for (const field of ['rounds', 'ends', 'arrowsPerEnd'] as const) {
      for (const value of [0, -1, 1.5, Number.NaN, 1000])
        expect(Object.keys(problemsOf(setup({ [field]: value })))).toEqual([field])
      expect(problemsOf(setup({ [field]: 1 }))).toEqual({})
    }
    expect(problemsOf(setup({ arrowsPerEnd: 6 }))).toEqual({})
    expect(textsOf(setup({ arrowsPerEnd: 7 })).arrowsPerEnd).toBe('Arrows per end: enter a whole number from 1 to 6.')
  })

  test('holds 360 arrows, and says how many too many there are', () => {
    expect(problemsOf(setup({ rounds: 10, ends: 6, arrowsPerEnd: 6 }))).toEqual({})
    expect(textsOf(setup({ rounds: 10, ends: 7, arrowsPerEnd: 6 })).ends).toBe(
      'That makes 420 arrows. A scorecard holds at most 360: use fewer ends or rounds.',
    )
  })

  // Shows: 9.30, 9.31
  test('has the club’s targets and shafts, and in World Archery mode all of them', () => {
    expect(targetsIn('club')).toEqual(['60cm', '40cm Single', '40cm 3-Spot'])
    expect(diametersIn('club')).toEqual([6, 8, 9])
    expect(diametersIn('world-archery')).toEqual([5.5, 6, 8, 9, 9.3])
    expect(Object.keys(problemsOf(setup({ target: '122cm' })))).toEqual(['target'])
    expect(problemsOf(setup({ mode: 'world-archery', target: '122cm' }))).toEqual({})
    expect(Object.keys(problemsOf(setup({ arrowDiameter: 9.3 })))).toEqual(['arrowDiameter'])
  })

  test('has no distance, one, or one for each round', () => {
    const distances = (...metres: number[]) => textsOf(setup({ rounds: 3, distances: metres })).distances
    expect([distances(), distances(18), distances(60, 50, 40)]).toEqual([undefined, undefined, undefined])
    expect(distances(60, 50)).toBe('Enter one distance, or one for each of the 3 rounds.')
    for (const wrong of [0, -18, Number.NaN, 201]) expect(distances(wrong)).toContain('Enter a distance in meters')
    expect(distanceOf(setup({ distances: [60, 50, 40] }), 1)).toBe(50)
    expect(distanceOf(setup({ distances: [18] }), 1)).toBe(18)
    expect(distanceOf(setup({ distances: [] }), 0)).toBeNull()
  })

  test('can be chosen with one press: complete, valid, and for the member’s bow', () => {
    for (const bow of [null, 'undecided', 'Recurve', 'Compound', 'Barebow'] as const) {
      const quick = quickSetups(bow)
      expect(quick.flatMap((each) => Object.keys(problemsOf(each)))).toEqual([])
      const own = bow === 'Compound' || bow === 'Barebow' ? bow : 'Recurve'
      expect(quick.map(({ name }) => name)).toEqual([
        ...['Standard Indoor', 'Standard Outdoor', 'WA 18 m'],
        `WA 720 ${own.toLowerCase()}`,
      ])
      expect(quick.map(arrowsOf)).toEqual([30, 36, 60, 72])
      expect(quick[0]?.bow).toBe(bow === 'undecided' ? null : bow)
      expect(quick[3]?.bow).toBe(own)
    }
  })

  test('warns where arrows do not fit the spots', () => {
    expect(spotWarningText(setup({ target: '40cm 3-Spot', arrowsPerEnd: 3 }))).toBeNull()
    expect(spotWarningText(setup({ target: '40cm Single', arrowsPerEnd: 6 }))).toBeNull()
    expect(spotWarningText(setup({ target: '40cm 3-Spot', arrowsPerEnd: 4 }))).toContain('three faces')
    const wa = setup({ mode: 'world-archery', target: '40cm 3-Spot', arrowsPerEnd: 6 })
    expect(spotWarningText(wa)).toContain('only the lowest')
  })

  test('goes to the other mode with what comes nearest', () => {
    const outdoors = named('WA 720 compound')
    expect(inMode({ ...outdoors, arrowDiameter: 9.3 }, 'club')).toMatchObject({ target: '60cm', arrowDiameter: 9 })
    expect(inMode({ ...outdoors, arrowDiameter: 5.5 }, 'club')).toMatchObject({ arrowDiameter: 6 })
    expect(inMode(firstSetup, 'world-archery')).toMatchObject({ target: '40cm Single', arrowDiameter: 6 })
  })
})

describe('the presets', () => {
  // Shows: 9.28, 9.29
  test('are the specification’s two in both modes', () => {
    for (const mode of ['club', 'world-archery'] as const) {
      expect(named('Standard Outdoor', mode)).toMatchObject({ ends: 6, arrowsPerEnd: 6, rounds: 1 })
      expect(named('Standard Indoor', mode)).toMatchObject({ ends: 10, arrowsPerEnd: 3, rounds: 1 })
    }
    expect(presetsIn('club').map(({ name }) => name)).toEqual(['Standard Outdoor', 'Standard Indoor'])
  })

  test.each([
    ['WA 18 m', 60, '40cm Single', [18]],
    ['WA 25 m', 60, '60cm', [25]],
    ['WA 720 recurve', 72, '122cm', [70]],
    ['WA 720 compound', 72, '80cm', [50]],
    ['WA 720 barebow', 72, '122cm', [50]],
    ['WA 900', 90, '122cm', [60, 50, 40]],
  ])('have %s with %i arrows, and its half', (name, arrows, target, distances) => {
    expect(named(name)).toMatchObject({ target, distances })
    expect(arrowsOf(named(name))).toBe(arrows)
    expect(arrowsOf(named(`Half ${name}`))).toBe(arrows / 2)
    expect(named(`Half ${name}`)).toMatchObject({ target, distances })
  })

  test('can all be shot', () => {
    for (const mode of ['club', 'world-archery'] as const)
      for (const { name } of presetsIn(mode)) expect([name, problemsOf(named(name, mode))]).toEqual([name, {}])
  })
})

test('only the inner ten of a compound counts indoors, in World Archery mode', () => {
  const indoors = setup({ mode: 'world-archery', bow: 'Compound' })
  expect(hasInnerTenOnly(indoors)).toBe(true)
  expect(ringsOf(indoors).map(({ value }) => value)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  for (const other of [{ bow: 'Recurve' }, { target: '80cm' }, { mode: 'club' }] as const)
    expect(hasInnerTenOnly({ ...indoors, ...other })).toBe(false)
})

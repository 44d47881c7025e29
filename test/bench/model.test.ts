import { expect, test } from 'vitest'
import {
  at,
  type Costs,
  clubsOfMachine,
  errorPercent,
  lineThrough,
  memoryMb,
  mixedUs,
  processorSeconds,
  questionsOfScreen,
  screensOfCore,
  wordsOfScreen,
} from './model.ts'

const costs: Costs = {
  idle: 1000,
  beat: 150,
  again: { least: 300, each: 2 },
  find: { least: 1000, each: 10 },
  look: 500,
  findAfterAnswer: 700,
  checkIn: 2000,
  answer: 3000,
  tell: 10,
  idleMb: 120,
  busyMb: 200,
  screenKb: 51.2,
}
const quiet = { seconds: 60, checkIns: 0, screens: 0, there: 30, processes: 1, cores: 1 }

test('a screen asks once for each change that is alone, and at most every 1.2 seconds', () => {
  expect(questionsOfScreen({ seconds: 60, checkIns: 0 })).toBe(0)
  expect(questionsOfScreen({ seconds: 1, checkIns: 1 })).toBe(1)
  expect(questionsOfScreen({ seconds: 60, checkIns: 20 })).toBe(20)
  // 200 in ten seconds: at once, every 1.2 s until 9.6, and after the last one at 9.95.
  expect(questionsOfScreen({ seconds: 10, checkIns: 200 })).toBe(10)
  expect(questionsOfScreen({ seconds: 3600, checkIns: 72_000 })).toBe(3001)
})

test('a screen is told of what comes together in one word', () => {
  expect(wordsOfScreen({ seconds: 10, checkIns: 1 })).toBe(1)
  expect(wordsOfScreen({ seconds: 10, checkIns: 40 })).toBe(40)
  // One at once, and one at the end of each quarter of a second until 9.95.
  expect(wordsOfScreen({ seconds: 10, checkIns: 200 })).toBe(41)
})

test('an evening costs what its pieces cost, each as often as it happens', () => {
  expect(processorSeconds(costs, quiet)).toBeCloseTo(0.06, 6)
  // Four beats of each of a hundred screens.
  expect(processorSeconds(costs, { ...quiet, screens: 100 })).toBeCloseTo(0.06 + 0.06, 6)
  // A write, a hundred words, a hundred pages of 360 µs, and what they have in common once.
  const one = processorSeconds(costs, { ...quiet, screens: 100, checkIns: 1 })
  expect(one).toBeCloseTo(0.12 + 0.002 + 0.001 + 0.036 + 0.0013, 6)
})

test('where nobody looks, nothing is found anew', () => {
  expect(processorSeconds(costs, { ...quiet, seconds: 10, checkIns: 10 })).toBeCloseTo(0.01 + 0.02, 6)
})

test('each server finds by itself what all have in common, and idles by itself', () => {
  const evening = { ...quiet, seconds: 1, checkIns: 1, screens: 1 }
  const more = processorSeconds(costs, { ...evening, processes: 3 }) - processorSeconds(costs, evening)
  expect(more).toBeCloseTo(2 * (0.001 + 0.0013), 6)
})

test('what does not fit on the cores is not asked, but for a last question of each screen', () => {
  const evening = { ...quiet, seconds: 10, checkIns: 200, screens: 9000 }
  expect(processorSeconds(costs, evening)).toBeCloseTo(10 + 9000 * 360e-6, 6)
  expect(processorSeconds(costs, { ...evening, cores: 2, processes: 3 })).toBeCloseTo(20 + 9000 * 360e-6, 6)
})

test('each answer among reads makes what is common be found anew', () => {
  expect(mixedUs(costs, { writes: 0, processes: 1 })).toBe(500)
  expect(mixedUs(costs, { writes: 0.1, processes: 1 })).toBeCloseTo(450 + 370, 6)
  expect(mixedUs(costs, { writes: 0.1, processes: 3 })).toBeCloseTo(450 + 510, 6)
})

test('servers share the screens’ memory, not their own', () => {
  expect(memoryMb(costs, { screens: 1000, processes: 1 })).toBeCloseTo(250, 6)
  expect(memoryMb(costs, { screens: 900, processes: 3 })).toBeCloseTo(215, 6)
})

test('a core serves as many screens as fill it', () => {
  const load = { checkInsEachSecond: 0.2, there: 30 }
  const screens = screensOfCore(costs, load)
  const share = (many: number) =>
    processorSeconds(costs, { ...quiet, seconds: 3600, checkIns: 720, screens: many, cores: 2 }) / 3600
  expect(share(screens)).toBeLessThanOrEqual(1)
  expect(share(screens + 1)).toBeGreaterThan(1)
})

test('a machine carries as many clubs as its memory and its processors have room for', () => {
  const machine = { cores: 4, memoryMb: 12_000, share: 0.8 }
  const idle = { busyShare: 0, screens: 0, checkInsEachSecond: 0, there: 0 }
  expect(clubsOfMachine(costs, machine, idle)).toEqual({ byMemory: 80, byProcessor: 3200 })
  const practice = { busyShare: 1, screens: 1000, checkInsEachSecond: 0.1, there: 30 }
  expect(clubsOfMachine(costs, machine, practice).byMemory).toBe(38)
  // Each second a tenth of a check-in, with 1,000 words and pages; and as many beats as there are in it.
  const share = 0.001 + 1000 * (150e-6 / 15) + 0.1 * (0.002 + 0.01 + 0.36 + 0.0013)
  expect(clubsOfMachine(costs, machine, practice).byProcessor).toBe(Math.floor(3.2 / share))
})

test('a line goes through both of its points', () => {
  const line = lineThrough({ there: 30, us: 360 }, { there: 230, us: 760 })
  expect(line).toEqual({ least: 300, each: 2 })
  expect(at(line, 130)).toBe(560)
})

test('an error is a share of what was measured, above zero where too much was foretold', () => {
  expect(errorPercent({ predicted: 110, value: 100 })).toBeCloseTo(10, 6)
  expect(errorPercent({ predicted: 90, value: 100 })).toBeCloseTo(-10, 6)
})

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { makeFigure } from './bench/figure.ts'
import { keep, merged, readKept, writeKept } from './bench/kept-figures.ts'
import { intoScaling } from './bench/scaling-doc.ts'

/** The tables of docs/scaling.md are written by `npm run bench -- --document`, from figures that are kept beside it; here both are held together. */
const docs = fileURLToPath(new URL('../docs/', import.meta.url))
const document = readFileSync(`${docs}scaling.md`, 'utf8')
const kept = readKept(readFileSync(`${docs}scaling-figures.jsonl`, 'utf8'))

const sqlite = { engine: 'sqlite', processes: 1 } as const
const measured = (values: Record<string, number>, { on = '2026-03-04', rounds = 5 } = {}) =>
  keep(
    Object.entries(values).map(([name, value]) =>
      makeFigure(sqlite, { name, unit: 'µs', values: [value - 1, value, value + 2] }),
    ),
    { rounds, at: new Date(on) },
  )
const units = {
  ...{ 'scaling.idle': 5000, 'scaling.beat': 150, 'scaling.tell': 10, 'scaling.check-in': 2000 },
  ...{ 'scaling.again-30': 400, 'scaling.again-230': 600, 'scaling.find-30': 1000, 'scaling.find-230': 2000 },
  ...{
    'scaling.look': 500,
    'scaling.find-after-answer': 700,
    'scaling.answer': 3000,
    'scaling.idle-memory': 128,
    'scaling.busy-memory': 256,
    'scaling.screen-memory': 40,
  },
  ...{ 'disk.member': 2, 'disk.year': 4 },
}

test('docs/scaling.md says what was measured, and nothing else', () => {
  expect(intoScaling(document, kept)).toBe(document)
})

describe('the document', () => {
  test('differs once a figure does (negative control)', () => {
    const before = intoScaling(document, measured(units))
    expect(before).not.toBe(document)
    expect(intoScaling(before, measured(units))).toBe(before)
    expect(intoScaling(before, measured({ ...units, 'scaling.tell': 12 }))).not.toBe(before)
    // Whoever writes another figure by hand is found out as well.
    const byHand = before.replace('| 10 (9–12) |', '| 8 (9–12) |')
    expect(byHand).not.toBe(before)
    expect(intoScaling(byHand, measured(units))).not.toBe(byHand)
  })

  test('says of each figure its median, its least and its most, and when it was measured', () => {
    const text = intoScaling(document, measured({ 'check-in.processor': 1234 }))
    expect(text).toMatch(/^Measured on 2026-03-04: .*Medians of 5 rounds/m)
    expect(text).toContain('| 1,230 (1,230–1,240) |')
  })

  test('says what was predicted, and by how much that is wrong', () => {
    const [figure] = measured({ 'scaling.alone-100': 50 })
    const text = intoScaling(document, figure ? [{ ...figure, predicted: 45 }] : [])
    expect(text).toContain('| SQLite, 1 process | 45 | 50 (49–52) | −10% |')
    expect(text).toContain('The median error is 10%, the largest 10%.')
  })

  test('says what the model makes of many clubs', () => {
    const text = intoScaling(document, measured(units))
    // 200 members of 2 KB each, with five years of 4 KB.
    expect(text).toContain('| 1,000 | 125 GB | 5 cores | 4.2 GB |')
    expect(text).toContain('has memory for 102 clubs that are idle, and CPU for 640: memory is the first limit')
  })

  test('is refused where a marker is missing', () => {
    expect(() => intoScaling(document.replace('--document: costs', ''), kept)).toThrow('has no lines')
  })
})

describe('kept figures', () => {
  test('come back as they were', () => {
    const figures = measured(units)
    expect(readKept(writeKept(figures))).toEqual(figures)
    expect(() => readKept('{}')).toThrow('no figure')
  })

  test('give way to the same ones of a later run, the others stay', () => {
    const earlier = measured({ 'check-in': 100, rsvp: 200 })
    const later = measured({ 'check-in': 150 }, { on: '2026-03-05' })
    const both = merged(earlier, later).map(({ name, value, on }) => ({ name, value, on }))
    expect(both).toEqual([
      { name: 'check-in', value: 150, on: '2026-03-05' },
      { name: 'rsvp', value: 200, on: '2026-03-04' },
    ])
  })

  test('of another engine or of more processes are others', () => {
    const figures = measured({ rsvp: 1 })
    const others = figures.flatMap((each) => [
      { ...each, engine: 'postgres' as const },
      { ...each, processes: 3 },
    ])
    expect(merged(figures, others)).toHaveLength(3)
  })
})

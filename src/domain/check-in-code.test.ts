import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  codeOfHash,
  codePattern,
  codeStepAt,
  codeStepMs,
  judgeCode,
  waitForCode,
  withWrongCode,
} from './check-in-code.ts'

const begins = Date.parse('2026-11-24T23:00:00.000Z')
const step = codeStepAt(begins)
const codeAt = (each: number) => String(each % 1_000_000).padStart(6, '0')
const at = (seconds: number) => begins + seconds * 1000

test.each([
  // By a process whose clock is ahead, but not long before the step.
  [-5, 'good'],
  [-6, 'wrong'],
  [0, 'good'],
  [179, 'good'],
  [180, 'late'],
  [181, 'late'],
  [629, 'late'],
  // The step ended 30 seconds after it began: ten minutes later, and a second more.
  [630, 'late'],
  [631, 'wrong'],
])('%i seconds after its step began, a code is %s, typed or scanned', (seconds, verdict) => {
  const facts = { code: codeAt(step), nowMs: at(seconds), codeAt }
  expect(judgeCode({ ...facts, step: null })).toBe(verdict)
  expect(judgeCode({ ...facts, step })).toBe(verdict)
})

test('a scanned code counts only for the step it names', () => {
  const facts = { code: codeAt(step), nowMs: at(60), codeAt }
  expect(judgeCode({ ...facts, step: step + 1 })).toBe('wrong')
  expect(judgeCode({ ...facts, step: Number.MAX_SAFE_INTEGER })).toBe('wrong')
})

test('of equal codes the latest counts', () => {
  expect(judgeCode({ code: '000000', step: null, nowMs: at(0), codeAt: () => '000000' })).toBe('good')
})

test('codes are six digits, each of them as often as the others', () => {
  const codes = Array.from({ length: 5000 }, () => codeOfHash(randomBytes(32)))
  for (const code of codes) expect(code).toMatch(codePattern)
  const counts = [...'0123456789'].map((digit) => codes.join('').split(digit).length - 1)
  for (const count of counts) expect(Math.abs(count - 3000)).toBeLessThan(400)
})

test('after five wrong codes in a row there is one try a minute', () => {
  let wrong: number[] = []
  let tries = 0
  // A guesser who tries every second for an hour.
  for (let second = 0; second < 3600; second++) {
    if (waitForCode(wrong, at(second)) !== null) continue
    wrong = withWrongCode(wrong, at(second))
    tries++
  }
  expect(tries).toBe(64)
  // Typed digits are compared with 22 codes at most: that guesser gets in less than once in 700 hours.
  expect((tries * Math.ceil((630 + 5) / (codeStepMs / 1000))) / 1_000_000).toBeLessThan(1 / 700)
  expect(waitForCode([1, 2, 3, 4], 5)).toBe(null)
  expect(waitForCode(wrong, at(-3600))).toBe(null)
})

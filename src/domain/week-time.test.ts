import { expect, test } from 'vitest'
import { clockTime, isTimeToSend } from './week-time.ts'

test.each([
  ['08:00', '8:00 AM', true],
  ['07:59', '7:59 AM', false],
  ['12:05', '12:05 PM', true],
  ['21:00', '9:00 PM', true],
  ['21:01', '9:01 PM', false],
  ['00:30', '12:30 AM', false],
])('%s is %s, a time to send: %s', (time, said, isRight) => {
  expect(clockTime(time)).toBe(said)
  expect([time, `${time}:00`, ` ${time}`, `${time[0]}9:60`].map(isTimeToSend)).toEqual([isRight, false, false, false])
})

import { expect, test } from 'vitest'
import { readCalls } from './strace.ts'
import { countUnwritten, isSuccess, judgeLog, judgePictures } from './trace-order.ts'

const log = '21</data/quiver.db-wal>'
const write = `7 write(${log}, "\\0\\0"..., 4096) = 4096`
const sync = `7 fdatasync(${log}) = 0`
const yes = '7 writev(30<socket:[5]>, [{iov_base="HTTP/1.1 200 OK\\r\\nvary"..., iov_len=300}], 1) = 300'
const half = { begins: `9 fdatasync(${log} <unfinished ...>`, ends: '9 <... fdatasync resumed>) = 0' }
const judged = (...lines: string[]) => judgeLog(readCalls(lines.join('\n')))

// Shows: T68
test('a response is too early when the log was written to since its last sync, or the sync has not ended (T68)', () => {
  expect(judged(write, sync, yes)).toMatchObject({ tooEarly: 0, syncs: 1 })
  expect(judged(write, yes, sync)).toMatchObject({ tooEarly: 1 })
  expect(judged(write, sync, write, yes)).toMatchObject({ tooEarly: 1 })
  expect(judged(write, half.begins, yes, half.ends, yes)).toMatchObject({ tooEarly: 1 })
  expect(judged(half.begins, write, half.ends, yes)).toMatchObject({ tooEarly: 1 })
})

test('a log that is started over before its pages are on the disk is found', () => {
  const page = '7 write(20</data/quiver.db>, "\\0"..., 4096) = 4096'
  const head = `7 write(${log}, "7\\177"..., 32) = 32`
  expect(judged(page, '7 fdatasync(20</data/quiver.db>) = 0', head, sync, yes)).toMatchObject({ overwritten: 0 })
  expect(judged(page, head, sync, yes)).toMatchObject({ overwritten: 1, restarts: 1 })
})

test('a response before which nothing was written is found', () => {
  const calls = readCalls([write, sync, yes, yes].join('\n'))
  expect(countUnwritten(calls, calls.filter(isSuccess))).toBe(1)
})

test('a picture is too early when a file, or the folder that names it, was not synced before its row', () => {
  const file = '/data/files/512.webp'
  const saved = (path: string) => [
    `8 write(23<${path}.unfinished>, "RIFF"..., 900) = 900`,
    `9 fsync(23<${path}.unfinished>) = 0`,
    `8 rename("${path}.unfinished", "${path}") = 0`,
    '8 fsync(24</data/files>) = 0',
  ]
  const whole = [...saved(file), ...saved('/data/files/96.webp')]
  const judge = (lines: string[]) => {
    const calls = readCalls([yes, ...lines, write, sync, yes].join('\n'))
    return judgePictures(calls, calls.filter(isSuccess)).picturesTooEarly
  }
  expect(judge(whole)).toBe(0)
  for (const at of [1, 5, 7]) expect(judge(whole.toSpliced(at, 1))).toBe(1)
})

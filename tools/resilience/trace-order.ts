import { dirname } from 'node:path'
import type { Call } from './strace.ts'

// Checks, by system calls, that what a server wrote was on disk before it responded.

export const isSuccess = ({ name, words }: Call) =>
  /^(write|writev|sendto|sendmsg)$/.test(name) && words.includes('"HTTP/1.1 200 ')
const isLog = ({ path }: Call) => path.endsWith('/quiver.db-wal')
const isFile = ({ path }: Call) => path.endsWith('/quiver.db')
const isWrite = ({ name }: Call) => /^p?write/.test(name)
const isSync = ({ name }: Call) => name === 'fdatasync' || name === 'fsync'

/** At each response, everything written to the log must be on disk, whichever request wrote it. */
export function judgeLog(calls: Call[]) {
  const count = { tooEarly: 0, syncs: 0, overwritten: 0, restarts: 0 }
  /** When the last write to each began. */
  const wrote = { log: -1, file: -1 }
  const synced: { log: Call[]; file: Call[] } = { log: [], file: [] }
  const isOnDisk = (which: 'log' | 'file', now: number) =>
    wrote[which] === -1 || synced[which].some(({ begun, ended }) => begun > wrote[which] && ended <= now)
  for (const call of calls) {
    const which = isLog(call) ? 'log' : 'file'
    if (isLog(call) || isFile(call)) {
      if (isSync(call)) {
        synced[which] = [...synced[which].slice(-3), call]
        count.syncs += which === 'log' ? 1 : 0
      }
      if (!isWrite(call)) continue
      // The log restarts with a new header.
      if (which === 'log' && /, 32(, 0)?\) = 32$/.test(call.words)) {
        count.restarts += 1
        count.overwritten += isOnDisk('file', call.begun) ? 0 : 1
      }
      wrote[which] = call.begun
    }
    if (isSuccess(call)) count.tooEarly += isOnDisk('log', call.begun) ? 0 : 1
  }
  return count
}

/** Of sequential responses, counts those without a write since the previous one. */
export function countUnwritten(calls: Call[], answers: Call[]) {
  const writes = calls.filter((call) => isLog(call) && isWrite(call))
  return answers.filter((answer, at) => {
    const since = answers[at - 1]?.begun ?? -1
    return !writes.some(({ begun }) => begun > since && begun < answer.begun)
  }).length
}

/** Each file of a photo must be written, synced, renamed, and its folder synced, then its row written, then the response sent. */
export function judgePictures(calls: Call[], [before, ...answers]: Call[]) {
  let picturesTooEarly = 0
  const wrong: string[] = []
  let since = before?.begun ?? 0
  for (const answer of answers) {
    const during = calls.filter(({ begun }) => begun > since && begun < answer.begun)
    since = answer.begun
    const shown = during.filter((call) => isLog(call) && isWrite(call)).at(-1)?.begun ?? answer.begun
    const named = during.filter(({ name, path }) => name.startsWith('rename') && path.endsWith('.webp.unfinished'))
    const isSafe = named.every((rename) => {
      const last = during.filter(({ name, path }) => path === rename.path && /^p?write/.test(name)).at(-1)
      const synced = during.find((call) => isSync(call) && call.path === rename.path && call.begun > (last?.ended ?? 0))
      const folder = during.find(
        (call) => isSync(call) && call.path === dirname(rename.path) && call.begun > rename.ended,
      )
      return last !== undefined && (synced?.ended ?? Infinity) <= rename.begun && (folder?.ended ?? Infinity) <= shown
    })
    if (named.length !== 2) wrong.push(`a picture had ${named.length} files`)
    if (!isSafe) picturesTooEarly += 1
  }
  if (picturesTooEarly > 0) wrong.push(`${picturesTooEarly} pictures were answered before they were on the disk`)
  return { pictures: answers.length, picturesTooEarly, wrong }
}

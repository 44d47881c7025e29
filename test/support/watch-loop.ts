/**
 * Loaded into a server's process before anything else (`NODE_OPTIONS=--import=…`): from SIGUSR2 on it measures how long
 * the event loop is blocked, and writes that to LOOP_FILE when the process ends.
 */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** A period in which the event loop was blocked: its end as epoch milliseconds, and its length. */
type Stall = {
  until: number
  wallMs: number
  /** The part of it that this thread spent on the CPU: on a busy machine other processes cause delays, too. */
  ownMs: number
}
export type LoopFigures = { looks: number; longestMs: number; longestOwnMs: number; stalls: Stall[]; peakRssMb: number }

const everyMs = 4
const worthTellingMs = 50

const file = process.env.LOOP_FILE
if (file !== undefined && isMainThread) process.once('SIGUSR2', () => watch(file))

function watch(file: string) {
  const figures: LoopFigures = { looks: 0, longestMs: 0, longestOwnMs: 0, stalls: [], peakRssMb: 0 }
  let [lookedAt, usedBefore] = [performance.now(), usedMs()]
  setInterval(() => {
    const [now, used] = [performance.now(), usedMs()]
    const wallMs = now - lookedAt - everyMs
    const ownMs = Math.min(wallMs, used - usedBefore)
    figures.looks += 1
    figures.longestMs = Math.max(figures.longestMs, wallMs)
    figures.longestOwnMs = Math.max(figures.longestOwnMs, ownMs)
    if (ownMs > worthTellingMs) figures.stalls.push({ until: Date.now(), wallMs, ownMs })
    lookedAt = now
    usedBefore = used
  }, everyMs).unref()
  process.once('exit', () => {
    figures.peakRssMb = process.resourceUsage().maxRSS / 1024
    writeFileSync(file, JSON.stringify(figures))
  })
}

function usedMs() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

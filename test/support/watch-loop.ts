/**
 * Loaded into a server's own process before anything else (`NODE_OPTIONS=--import=…`): from SIGUSR2 on it watches how long the
 * event loop is kept from going on, and writes that to LOOP_FILE when the process ends.
 */
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** A moment in which the loop stood still: until when, as epoch milliseconds, and how long. */
type Stall = {
  until: number
  wallMs: number
  /** Of it by the processor time of this very thread: on a busy machine others hold it up, too. */
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

import { existsSync, readFileSync } from 'node:fs'

/** How long a process waited for a CPU because others used it, in ms; 0 if the system doesn't report it. */
export function waitedForProcessorMs(pid: number | undefined) {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Math.round(Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6) : 0
}

const disturbedMs = 250

/** Leaves out starts that had to wait for other programs, because their times say little. */
export function undisturbed<Start extends { waitedMs: number }>(starts: Start[]) {
  return starts.filter(({ waitedMs }) => waitedMs <= disturbedMs)
}

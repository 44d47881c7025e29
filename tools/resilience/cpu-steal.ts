import { existsSync, readFileSync } from 'node:fs'

/** How long a process was kept from running by others on this machine, in ms; 0 where the system does not say. */
export function waitedForProcessorMs(pid: number | undefined) {
  const file = `/proc/${pid}/schedstat`
  return existsSync(file) ? Math.round(Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6) : 0
}

const disturbedMs = 250

/** Starts that had to wait for other programs say little of themselves. */
export function undisturbed<Start extends { waitedMs: number }>(starts: Start[]) {
  return starts.filter(({ waitedMs }) => waitedMs <= disturbedMs)
}

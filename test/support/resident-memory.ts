import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether this system tells how much memory other processes have. */
export const tellsMemory = existsSync('/proc/self/status')

/** What a process and those that it has started have in memory, in bytes; 0 where the system does not tell. */
export function residentOf(pid: number): { own: number; children: number } {
  if (!tellsMemory) return { own: 0, children: 0 }
  const children = childrenOf(pid).reduce((sum, child) => sum + sizeOf(child), 0)
  return { own: sizeOf(pid), children }
}

function childrenOf(pid: number) {
  const parent = new RegExp(`^PPid:\\s+${pid}$`, 'm')
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parent.test(statusOf(name)))
}

function sizeOf(pid: number | string) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(statusOf(pid))?.[1] ?? 0) * 1024
}

/** Empty for one that has ended meanwhile. */
function statusOf(pid: number | string) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** The most memory that a process has had at any time, as Linux counts it; in MB. */
export function mostResidentMb(pid: number) {
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(statusOf(pid))?.[1]) / 1024)
}

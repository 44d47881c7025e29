import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether this system reports the memory of other processes. */
export const tellsMemory = existsSync('/proc/self/status')

/** The resident memory of a process and of its children, in bytes; 0 where the system doesn't report it. */
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

/** Empty for a process that has ended. */
function statusOf(pid: number | string) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** The peak resident memory of a process, as Linux counts it; in MB. */
export function mostResidentMb(pid: number) {
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(statusOf(pid))?.[1]) / 1024)
}

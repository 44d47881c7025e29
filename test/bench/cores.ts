import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

// Who asks must not take the processor from who answers: where there are two cores or more and `taskset`, who asks has one, and
// servers have the others, each one of its own as far as they go.

const [askers, ...servers] = allowedCores()
const canPin = servers.length > 0 && spawnSync('taskset', ['--version']).status === 0

/** Words before a program's own that keep it on a core. */
export function onServerCore(number = 0) {
  return canPin ? ['taskset', '-c', String(servers[number % servers.length])] : []
}

/** How many cores so many servers have. */
export function coresOf(processes: number) {
  return Math.min(processes, canPin ? servers.length : servers.length + 1)
}

/** Keeps this process to the core of those who ask while it does; what it starts meanwhile would inherit that. */
export async function onAskersCore<Result>(work: () => Promise<Result>) {
  keepTo([askers])
  try {
    return await work()
  } finally {
    keepTo([askers, ...servers])
  }
}

function keepTo(cores: unknown[]) {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', cores.join(','), String(process.pid)])
}

function allowedCores() {
  const list = read('/proc/self/status').match(/^Cpus_allowed_list:\s*(\S+)/m)?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

/** How much of the processor processes have had so far, all their threads together, in µs; NaN where the system does not say. */
export function processorUs(pids: number[]) {
  return pids.reduce((sum, pid) => sum + threadsOf(pid).reduce((all, thread) => all + nsOf(thread), 0) / 1000, 0)
}

/** How much of the processor they have while something is done, in µs. */
export async function processorUsOf(pids: number[], work: () => Promise<unknown>) {
  const before = processorUs(pids)
  await work()
  return processorUs(pids) - before
}

function threadsOf(pid: number) {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
  } catch {
    return ['']
  }
}

function nsOf(schedstat: string) {
  const text = read(schedstat)
  return text === '' ? Number.NaN : Number(text.split(' ')[0])
}

/** What a process has of the memory now, in MB. */
export function residentMb(pid: number) {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1]) / 1024
}

function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

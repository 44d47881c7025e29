import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Inside } from './read-process-probe.ts'

// Preloaded into a server (NODE_OPTIONS, see read-process-probe.ts). On each SIGUSR2, it writes the process's memory and handles to a file.

const resolutionMs = 10
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()
setFlagsFromString('--expose_gc')
const collect: () => void = runInNewContext('gc')

process.on('SIGUSR2', () => {
  // Before garbage collection, which blocks the event loop.
  const lateBy = (percent: number) => Math.max(0, delay.percentile(percent) / 1e6 - resolutionMs)
  const late = { p50: lateBy(50), p99: lateBy(99), p999: lateBy(99.9), most: delay.max / 1e6 - resolutionMs }
  collect()
  collect()
  const { rss, heapUsed } = process.memoryUsage()
  const handles: Record<string, number> = {}
  for (const name of process.getActiveResourcesInfo()) handles[name] = (handles[name] ?? 0) + 1
  const file = join(process.env.DATA_DIR ?? '', 'inside.json')
  writeFileSync(`${file}.new`, JSON.stringify({ rss, heapUsed, handles, late } satisfies Inside))
  renameSync(`${file}.new`, file)
  delay.reset()
})

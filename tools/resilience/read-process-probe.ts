import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ServerProcess } from '#test/support/server.ts'

export type Inside = {
  /** Bytes, after garbage collection. */
  rss: number
  heapUsed: number
  /** Open handles and requests by kind: connections, timers, listeners. */
  handles: Record<string, number>
  /** Delay of the event loop since the last reading, in ms. */
  late: { p50: number; p99: number; p999: number; most: number }
}

/** Environment variables that load the probe into a server. */
export const lookable = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'process-probe.ts')).href}`,
}

/** @returns a function that probes a server started with `lookable` */
export function looker(server: Pick<ServerProcess, 'dataDir' | 'poke'>) {
  const file = join(server.dataDir, 'inside.json')
  return async (): Promise<Inside> => {
    rmSync(file, { force: true })
    server.poke()
    for (let tries = 0; !existsSync(file); tries++) {
      if (tries > 3000) throw new Error('the server does not say what is inside')
      await pause(10)
    }
    return JSON.parse(readFileSync(file, 'utf8'))
  }
}

/** The total of all kinds of handles. */
export function countOf({ handles }: Inside) {
  return Object.values(handles).reduce((sum, count) => sum + count, 0)
}

export const mb = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10

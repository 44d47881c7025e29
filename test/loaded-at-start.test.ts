import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { startServerProcess } from './support/server.ts'

const teller = pathToFileURL(join(import.meta.dirname, 'support/tell-loaded.ts')).href

/** What is loaded by the time that a server on SQLite is ready. */
async function loadedAtStart() {
  await using server = await startServerProcess({ env: { NODE_OPTIONS: `--import=${teller}` } })
  server.poke()
  for (;;) {
    const told = /^loaded: (.*)\n/m.exec(server.output())?.[1]
    if (told !== undefined) return JSON.parse(told) as string[]
    await pause(20)
  }
}

describe('a start', () => {
  test('loads nothing that is seldom needed (docs/decisions/0057-memory.md)', async () => {
    const loaded = await loadedAtStart()
    const some = (part: string) => loaded.filter((name) => name.includes(part))
    expect(some('/node_modules/fastify/fastify.js')).not.toEqual([])
    expect(some('/src/server/boot.ts')).not.toEqual([])
    const seldom = [
      ...['@aws-sdk', 'flydrive/build/drivers/s3', 'sharp', 'node-ical', 'nodemailer', 'web-push', 'prom-client'],
      ...['@zxcvbn-ts', '@orpc/zod'],
    ]
    expect(seldom.flatMap((name) => some(`/node_modules/${name}/`))).toEqual([])
    // Node's `fetch`, which an import of node:http brings along.
    expect(some('deps/undici/undici')).toEqual([])
  })
})

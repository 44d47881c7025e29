import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startServerProcess } from '#test/support/server.ts'
import { untilReady } from '#test/support/until-ready.ts'

const fault = pathToFileURL(new URL('../../test/support/unexpected-error.mjs', import.meta.url).pathname)

// Shows: T75
test.each([
  ['thrown', 'SIGUSR2'],
  ['rejected', 'SIGHUP'],
] as const)(
  'an error that nobody expected, %s, ends the server in an orderly way, with the code 1 (T75)',
  async (how, signal) => {
    await using server = await startServerProcess({ env: { NODE_OPTIONS: `--import ${fault}` } })
    await untilReady(server.url)
    const stream = await fetch(`${server.url}/healthz`)
    expect(stream.status).toBe(200)
    server.signal(signal)
    expect(await server.exited).toBe(1)
    expect(server.output()).toContain('unexpected error')
    expect(server.output()).toContain(`${how} by nobody in particular`)

    // A supervisor restarts it on the same data.
    const again = await startServerProcess({ again: server })
    await untilReady(again.url)
    expect(await again.stop()).toBe(0)
  },
)

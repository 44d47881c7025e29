import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { missingPrograms, startProgram } from '../tools/resilience/debian-program.ts'
import { ownProxies } from '../tools/resilience/own-proxies.ts'
import { projectRoot } from '../tools/resilience/tree-copy.ts'
import { sendAsWritten } from './support/as-written.ts'
import { freePort } from './support/server.ts'

/** Starts a proxy with the configuration from deploy/, if its program is installed. */
async function startProxy(proxy: ReturnType<typeof ownProxies>[number], target: number) {
  const ends: (() => unknown)[] = []
  const port = await freePort()
  let place = ''
  const settings = (folder: string) => {
    place = folder
    mkdirSync(join(folder, 'home'))
    return proxy.settings({ port, target, folder })
  }
  const program = { name: proxy.name, port, settings, args: proxy.args }
  const env = (folder: string) => ({ HOME: join(folder, 'home') })
  const { said } = await startProgram({ onEnd: (end) => void ends.unshift(end) }, { ...program, env })
  return {
    port,
    logs: () =>
      readdirSync(place)
        .filter((name) => name.endsWith('.log'))
        .map((name) => readFileSync(join(place, name), 'utf8'))
        .join('') + said(),
    async [Symbol.asyncDispose]() {
      for (const end of ends) await end()
    },
  }
}

const statusOf = async (port: number, path: string) =>
  (await sendAsWritten(port, { path, headers: { host: `localhost:${port}` } })).status

describe.each(ownProxies(projectRoot).map((proxy) => [proxy.name, proxy] as const))(
  '%s, as deploy/ has it',
  (name, proxy) => {
    test.skipIf(missingPrograms([name]).length > 0)(
      'writes the secret of no calendar, reply, or unsubscribe link into a log, also when Quiver is down',
      async () => {
        const secret = randomBytes(32).toString('base64url')
        const paths = ['/calendar', '//calendar', '/%63alendar', '/x/../calendar'].map(
          (start) => `${start}/${secret}.ics`,
        )
        paths.push(
          `/unsubscribe/${secret}`,
          `/reply/${secret}/archer`,
          `/unsubscribe/${secret}?again=1`,
          `/verify%23token=${secret}`,
          `/RESET%2523token=${secret}`,
          `/calendar/${secret}.ics/more`,
        )
        const quiver = createServer((_, response) =>
          response.writeHead(302, { location: `/unsubscribe#token=${secret}` }).end(),
        )
        await once(quiver.listen(0, '127.0.0.1'), 'listening')
        await using proxied = await startProxy(proxy, (quiver.address() as AddressInfo).port)
        for (const path of paths) expect(await statusOf(proxied.port, path)).toBe(302)
        await new Promise((resolve) => quiver.close(resolve))
        for (const path of paths) expect([path, await statusOf(proxied.port, path)]).toEqual([path, 502])
        // Control: other paths are logged, so the log works.
        expect(await statusOf(proxied.port, '/no-secret')).toBe(502)
        await expect.poll(proxied.logs).toContain('/no-secret')
        await pause(200)
        expect(
          proxied
            .logs()
            .split('\n')
            .filter((line) => line.includes(secret)),
        ).toEqual([])
      },
    )
  },
)

import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startS3Store } from '#test/support/s3-store.ts'
import { freePort, prepareServer, type ServerProcess, startServerProcess } from '#test/support/server.ts'
import { requirePrograms, startProgram } from './debian-program.ts'
import type { FaultContext } from './fault.ts'
import { seedClub } from './seeded-club.ts'
import { type Patch, patched, projectRoot } from './tree-copy.ts'

export type MultiProcessClub = Awaited<ReturnType<typeof openMultiProcessClub>>
export type ClubProcess = Awaited<ReturnType<typeof openProcess>>

const balancer = 'deploy/haproxy.cfg'
const processes = 3
const bucket = 'club-files'

/** A load balancer without retries: it exposes every request that a stop doesn't handle itself. */
export const asksOnce: Patch = {
  file: balancer,
  from: '  balance leastconn\n',
  to: '  balance leastconn\n  retries 0\n  no option redispatch\n',
}

/** A load balancer that doesn't try another process if a file is missing. */
export const takesMissing: Patch = { file: balancer, from: 'conn-failure 404', to: 'conn-failure' }

type Options = { members: number; practices: number; patches?: Patch[] }

/**
 * A club on one PostgreSQL and one bucket, with three processes behind HAProxy, as configured in deploy/haproxy.cfg. Its `url` is
 * the load balancer's. @throws if HAProxy isn't installed
 */
export async function openMultiProcessClub(context: FaultContext, { members, practices, patches = [] }: Options) {
  requirePrograms(['haproxy'])
  const port = await freePort()
  const store = await startS3Store(bucket)
  context.onEnd(() => store[Symbol.asyncDispose]())
  const club = await seedClub(context, { members, practices, reachedBy: async () => port })
  const env = { ...club.shared, ...store.env(bucket), BASE_URL: club.url, TRUST_PROXY: '1', DRAIN_SECONDS: '5' }
  const all: ClubProcess[] = []
  for (let n = 0; n < processes; n++) all.push(await openProcess(context, env))
  /** Starts another load balancer in front of the same processes. @returns its address */
  async function balance(at: number, differences: Patch[]) {
    let settings = patched(readFileSync(join(projectRoot, balancer), 'utf8'), {
      file: balancer,
      from: 'bind :443 ssl crt /etc/haproxy/quiver.pem',
      to: `bind 127.0.0.1:${at}`,
    })
    for (const patch of differences) settings = patched(settings, patch)
    for (const [n, each] of all.entries())
      settings = settings.replaceAll(`127.0.0.1:300${n + 1}`, `127.0.0.1:${each.port}`)
    const args = (file: string) => ['-db', '-f', file]
    await startProgram(context, { name: 'haproxy', port: at, settings: () => settings, args })
    return `http://localhost:${at}`
  }
  await balance(port, patches)
  return Object.assign(club, {
    processes: all,
    balance: async (differences: Patch[]) => balance(await freePort(), differences),
    /** Everything `quiver verify` finds wrong, including the files in the bucket. */
    async verify() {
      const { code = 1, output = 'nothing runs' } = (await all[0]?.verify()) ?? {}
      return code === 0 ? [] : output.trim().split('\n')
    },
  })
}

/** Opens one of the processes. It has the same port and folder after each restart. */
async function openProcess(context: FaultContext, env: Record<string, string>) {
  const again = await prepareServer({ env })
  context.onEnd(() => rm(again.dataDir, { recursive: true, force: true }))
  let running: ServerProcess | undefined
  context.onEnd(() => running?.kill())
  return {
    port: Number(again.env.PORT),
    async start({ root, env: more = {} }: { root?: string | undefined; env?: Record<string, string> } = {}) {
      running = await startServerProcess({
        again: { ...again, env: { ...again.env, ...more } },
        ...(root === undefined ? {} : { root }),
      })
    },
    verify: async () => running?.quiver('verify'),
    stop: async () => running?.stop(),
    kill: async () => running?.kill(),
  }
}

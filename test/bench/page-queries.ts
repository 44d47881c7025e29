import { Agent, request } from 'node:http'
import { type LargeClub, percentile } from './large-club.ts'

const rounds = 1000

/** What the pages of officers and members ask for, each a thousand times, one after the other over a kept connection. */
export async function measurePageQueries({ server, officer }: LargeClub) {
  /** A page asks for all of its own, one after the other. */
  const paths: Record<string, string[]> = {
    members: await listMembersPaths(officer),
    'a member': ['/members/many-4321/record'],
    'manage practices': ['/manage-practices'],
    'a practice': ['/practices/many%20500/record'],
    home: ['/home'],
    'my practices': ['/my-practices'],
    'audit log': ['/audit'],
    turnout: ['/turnout'],
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const results = []
  for (const [page, asked] of Object.entries(paths)) {
    const times: number[] = []
    const together: number[] = []
    let bytes = 0
    for (let round = -20; round < rounds; round += asked.length) {
      let sum = 0
      bytes = 0
      for (const path of asked) {
        const begin = performance.now()
        const answer = await read(new URL(`/api/v1${path}`, server.url), officer.cookie, agent)
        const took = performance.now() - begin
        if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
        sum += took
        bytes += answer.bytes
        // The first ones warm up.
        if (round >= 0) times.push(took)
      }
      if (round >= 0) together.push(sum)
    }
    const facts = { page, queries: asked.length, kb: Math.round(bytes / 1000) }
    const all = { p50: percentile(together, 50), p99: percentile(together, 99) }
    results.push({ ...facts, p50: percentile(times, 50), p99: percentile(times, 99), all })
  }
  agent.destroy()
  return results
}

async function listMembersPaths(officer: LargeClub['officer']) {
  const paths: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    paths.push(cursor === undefined ? '/members' : `/members?cursor=${cursor}`)
    const input: { cursor?: string } = cursor === undefined ? {} : { cursor }
    cursor = ((await officer.call('members.get', input)) as { next: string | null }).next
  }
  return paths
}

/** Compressed, as a browser asks for it. */
function read(url: URL, cookie: string, agent: Agent) {
  return new Promise<{ status: number; bytes: number }>((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip, br' }
    request(url, { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

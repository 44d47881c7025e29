import { Agent, request } from 'node:http'
import { type LargeClub, percentile } from './large-club.ts'
import { calmest, mostStolen, type StolenWatch, type Timed } from './stolen.ts'

const wanted = 1000
/** So many times more are asked, and the calmest counted. */
const more = 2

/** What the pages of officers and members ask for, one after the other over a kept connection: a thousand answers of each. */
export async function measurePageQueries({ server, officer }: LargeClub, watch: StolenWatch) {
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
    const pages: (Pick<Timed, 'begin' | 'end'> & { times: number[] })[] = []
    let bytes = 0
    for (let round = -20; round < (wanted * more) / asked.length; round++) {
      const begin = Date.now()
      const times: number[] = []
      bytes = 0
      for (const path of asked) {
        const from = performance.now()
        const answer = await read(new URL(`/api/v1${path}`, server.url), officer.cookie, agent)
        times.push(performance.now() - from)
        if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
        bytes += answer.bytes
      }
      // The first ones warm up.
      if (round >= 0) pages.push({ begin, end: Date.now(), times })
    }
    const counted = calmest(pages, Math.ceil(wanted / asked.length), watch)
    const times = counted.flatMap((each) => each.times)
    const together = counted.map((each) => each.times.reduce((sum, took) => sum + took, 0))
    const facts = {
      page,
      queries: asked.length,
      kb: Math.round(bytes / 1000),
      stolen: mostStolen(counted, watch),
      p99OfAll: percentile(
        pages.flatMap((each) => each.times),
        99,
      ),
    }
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

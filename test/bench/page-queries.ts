import { Agent, request } from 'node:http'
import { type LargeClub, percentile } from './large-club.ts'
import type { StolenWatch, Timed } from './stolen.ts'

const wanted = 1000
/** Of each page, at most: the calm of a machine can't be waited for without end. */
const mostMs = 60_000

/**
 * What the pages of officers and members ask for, one after the other over a kept connection, until a thousand answers came
 * while the machine was its own; `disturbed` says how many did not.
 */
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
    let pages: Timed[][] = []
    let bytes = 0
    const calm = () => pages.filter((answers) => answers.every(({ begin, end }) => watch.isCalm(begin, end)))
    const until = Date.now() + mostMs
    let warm = false
    while (calm().length * asked.length < wanted && Date.now() < until) {
      for (let n = 0; n < 20; n++) {
        const answers: Timed[] = []
        bytes = 0
        for (const path of asked) {
          const begin = Date.now()
          const from = performance.now()
          const answer = await read(new URL(`/api/v1${path}`, server.url), officer.cookie, agent)
          const took = performance.now() - from
          if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
          answers.push({ begin, end: Date.now(), took })
          bytes += answer.bytes
        }
        pages.push(answers)
      }
      if (!warm) pages = []
      warm = true
    }
    const counted = calm().slice(0, Math.ceil(wanted / asked.length))
    const times = counted.flatMap((answers) => answers.map(({ took }) => took))
    const together = counted.map((answers) => answers.reduce((sum, { took }) => sum + took, 0))
    const facts = {
      page,
      queries: asked.length,
      kb: Math.round(bytes / 1000),
      counted: times.length,
      disturbed: pages.flat().length - calm().flat().length,
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

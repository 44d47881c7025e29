import { Agent, request } from 'node:http'
import { type Figure, makeFigure } from './figure.ts'
import { type LargeClub, percentile, startLargeClub } from './large-club.ts'
import type { Part, PartContext } from './part.ts'
import { calmest, mostStolen, type Timed } from './stolen.ts'

const wanted = 500
/** So many times more are asked, and the calmest counted. */
const more = 2

export const part: Part = {
  name: 'queries',
  about:
    'What pages ask the server for in a club of 5,000 members and 2,000 practices, one after the other over a kept line: five hundred answers of each.',
  engines: ['sqlite'],
  measure: async (context) => measurePageQueries(context, await startLargeClub(context)),
}

async function measurePageQueries(context: PartContext, { server, officer, watch }: LargeClub) {
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
  const results: Figure[] = []
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
    const ofAll = pages.flatMap((each) => each.times)
    const together = counted.map((each) => each.times.reduce((sum, took) => sum + took, 0))
    results.push(
      makeFigure(context, {
        name: `queries.${page.replaceAll(' ', '-')}`,
        unit: 'ms a page',
        values: together,
        ms: times,
        wanted: { of: 'p99', atMost: 100 },
        note: `${Math.round(bytes / 1000)} kB${asked.length > 1 ? ` in ${asked.length} answers` : ''}, ${mostStolen(counted, watch)}% stolen, p99 of twice as many ${percentile(ofAll, 99)}`,
      }),
    )
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

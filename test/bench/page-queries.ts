import { Agent, request } from 'node:http'
import { type LargeClub, percentile } from './large-club.ts'

const rounds = 1000

/** What the pages of officers and members ask for, each a thousand times, one after the other over a kept connection. */
export async function measurePageQueries({ server, officer }: LargeClub) {
  const paths: Record<string, string> = {
    members: '/members',
    'a member': '/members/many-4321/record',
    'manage practices': '/manage-practices',
    'a practice': '/practices/many%20500/record',
    home: '/home',
    'my practices': '/my-practices',
    'audit log': '/audit',
    turnout: '/turnout',
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const results = []
  for (const [page, path] of Object.entries(paths)) {
    const times: number[] = []
    let bytes = 0
    for (let round = -20; round < rounds; round++) {
      const begin = performance.now()
      const answer = await read(new URL(`/api/v1${path}`, server.url), officer.cookie, agent)
      // The first ones warm up.
      if (round >= 0) times.push(performance.now() - begin)
      if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
      bytes = answer.bytes
    }
    results.push({ page, kb: Math.round(bytes / 1000), p50: percentile(times, 50), p99: percentile(times, 99) })
  }
  agent.destroy()
  return results
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

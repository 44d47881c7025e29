// Shows: T18

import { mostResidentMb } from '#test/support/resident-memory.ts'
import { makeLive } from './check-in-load.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { p99 } from './phone.ts'
import { seedClub } from './seeded-club.ts'
import { endlessQueue } from './servers-without.ts'
import { checkInsFor, signInsFor } from './sign-in-load.ts'
import { copyTree } from './tree-copy.ts'

const floodSeconds = 60
const controlSeconds = 10
const signInsASecond = 200
const checkInsASecond = 10
const checkInWithinMs = 500
const mostRssMb = 512
/** Four are checked and 128 wait. The rest are turned away within the half second that check-ins are allowed, too. */
const mostUnanswered = 4 + 128 + (signInsASecond * checkInWithinMs) / 1000

export const fault: Fault = {
  name: 'sign-in-flood',
  promise:
    'Two hundred sign-ins a second for a minute hold up no check-in (p99 below 500 ms) and stay below 512 MB; who finds the queue full is told when to come back (T18).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 10,
  async run(context) {
    const { signal } = context
    const seconds = context.rounds(floodSeconds)
    const club = await seedClub(context, {
      members: (seconds + controlSeconds) * checkInsASecond,
      practices: 2,
      env: { TRUST_PROXY: '1' },
    })
    const server = await club.start()
    const [practiceId = ''] = club.practiceIds
    await makeLive(club, practiceId)
    const wrong: string[] = []
    const [flood, checkIns] = await Promise.all([
      signInsFor(club, { perSecond: signInsASecond, seconds, signal }),
      checkInsFor(club.url, { members: club.members, practiceId }, { perSecond: checkInsASecond, seconds, signal }),
    ])
    const rssMb = mostResidentMb(server.pid)
    const statuses = Object.groupBy(flood.replies, (reply) => reply?.status ?? 'none')
    const strange = Object.keys(statuses).filter((status) => !['200', '401', '503'].includes(status))
    if (strange.length > 0) wrong.push(`some sign-ins were answered ${strange}`)
    const turnedAway = statuses['503'] ?? []
    const untold = turnedAway.filter((reply) => !(Number(reply?.headers['retry-after']) > 0)).length
    if (untold > 0) wrong.push(`${untold} were turned away and not told when to come back`)
    if (turnedAway.length === 0) wrong.push('nobody was turned away: this was no flood')
    if (flood.unanswered > mostUnanswered) wrong.push(`${flood.unanswered} waited at once`)
    const failed = checkIns.filter((reply) => reply?.status !== 200)
    if (failed.length > 0) wrong.push(`${failed.length} check-ins failed: ${failed[0]?.status}`)
    const checkInMs = p99(checkIns.map((reply) => reply?.ms ?? Number.POSITIVE_INFINITY))
    if (checkInMs > checkInWithinMs) wrong.push(`a check-in took ${checkInMs} ms`)
    if (rssMb > mostRssMb) wrong.push(`the server took ${rssMb} MB`)
    const served = [...(statuses['200'] ?? []), ...(statuses['401'] ?? [])]

    await server.kill()
    await club.start((await copyTree(context, [endlessQueue])).root)
    const endless = await signInsFor(club, {
      perSecond: signInsASecond,
      seconds: Math.min(seconds, controlSeconds),
      signal,
    })
    if (endless.unanswered <= mostUnanswered)
      wrong.push('the control did not notice: no queue has grown without its end')
    return outcomeOf(wrong, {
      'sign-ins': flood.replies.length,
      'a second': Math.round(flood.replies.length / seconds),
      answers: Object.entries(statuses)
        .map(([status, those]) => `${those?.length}×${status}`)
        .join(' '),
      'unanswered at most': flood.unanswered,
      'sign-in p99 of those looked at, ms': p99(served.map((reply) => reply?.ms ?? 0)),
      'turned away p99 ms': p99(turnedAway.map((reply) => reply?.ms ?? 0)),
      'check-ins': checkIns.length,
      'check-ins failed': failed.length,
      'check-in p99 ms': checkInMs,
      'most memory, MB': rssMb,
      'unanswered at most without an end of the queue (control)': endless.unanswered,
    })
  },
}

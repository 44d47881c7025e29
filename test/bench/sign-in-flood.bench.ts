import { makeLive } from '#test/faults/check-in-load.ts'
import { seedClub } from '#test/faults/seeded-club.ts'
import { checkInsFor, signInsFor } from '#test/faults/sign-in-flood.ts'
import { onAskersCore, onServerCore } from './cores.ts'
import { makeFigure } from './figure.ts'
import type { Part } from './part.ts'

const seconds = 20
const signInsASecond = 200
const checkInsASecond = 10

export const part: Part = {
  name: 'sign-in-flood',
  about: 'Ten members a second check in beside two hundred sign-ins a second, most of them guesses.',
  engines: ['sqlite', 'postgres'],
  async measure(context) {
    const club = await seedClub(context, {
      members: seconds * checkInsASecond,
      practices: 1,
      env: { TRUST_PROXY: '1' },
    })
    await club.start(undefined, { under: onServerCore() })
    const [practiceId = ''] = club.practiceIds
    await makeLive(club, practiceId)
    const { members, url } = club
    const [flood, checkIns] = await onAskersCore(() =>
      Promise.all([
        signInsFor(club, { perSecond: signInsASecond, seconds }),
        checkInsFor(url, { members, practiceId }, { perSecond: checkInsASecond, seconds }),
      ]),
    )
    const statuses = Object.entries(Object.groupBy(flood.replies, (reply) => reply?.status ?? 'none'))
    const ms = checkIns.flatMap((reply) => (reply?.status === 200 ? [reply.ms] : []))
    return [
      makeFigure(context, {
        name: 'sign-in-flood.check-in',
        unit: 'ms',
        values: ms,
        ms,
        errors: checkIns.length - ms.length,
        wanted: { of: 'p99', atMost: 500 },
        note: `sign-ins: ${statuses.map(([status, those]) => `${those?.length}×${status}`).join(' ')}`,
      }),
    ]
  },
}

// Shows: T79

import { openSqlite } from '#server/db/node-sqlite-dialect.ts'
import { type FaultProxy, type NetworkFault, startFaultProxy } from '#test/support/fault-proxy.ts'
import { attendanceOf, checkInAll, makeLive } from './check-in-load.ts'
import { type Away, goAway } from './database-outage.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { answerBeforeCommit } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const awayMs = 8_000

export const fault: Fault = {
  name: 'database-away',
  promise:
    'While the database is away, people hear so within six seconds; it loses and doubles nothing and is back within five (T79).',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    let proxy: FaultProxy | undefined
    const club = await seedClub(context, {
      members: 100,
      practices: 8,
      async databaseBy(url) {
        proxy = await startFaultProxy(Number(new URL(url).port))
        context.onEnd(() => proxy?.stop())
        return Object.assign(new URL(url), { port: proxy.port }).href
      },
    })
    const server = await club.start()
    const wrong: string[] = []
    const figures: Record<string, number | string> = {}
    let before: string | undefined
    for (const away of proxy ? networkFaults(proxy) : heldFiles(club)) {
      const practiceId = club.practiceIds.shift() ?? ''
      await makeLive(club, practiceId, before)
      before = practiceId
      Object.assign(figures, await goAway(context, { ...club, practiceId }, away, wrong))
    }
    if (proxy) {
      await server.kill()
      const lost = await lostWithoutGuard(context, club, { proxy, before })
      if (lost === 0) wrong.push('the control did not notice: answers before the commit lost nothing')
      figures['cut: lost when answered before the commit (control)'] = lost
    }
    return outcomeOf(wrong, figures)
  },
}

/** The negative control: a server that responds before it commits, when its connection to the database is cut. @returns how many are lost */
async function lostWithoutGuard(
  context: FaultContext,
  club: SeededClub,
  { proxy, before }: { proxy: FaultProxy; before: string | undefined },
) {
  const copy = await copyTree(context, [answerBeforeCommit])
  const server = await club.start(copy.root)
  const practiceId = club.practiceIds.shift() ?? ''
  await makeLive(club, practiceId, before)
  const cut = () => void proxy.set({ kind: 'cut', afterBytes: 0 })
  const { attempts } = await checkInAll({ ...club, practiceId }, { after: 5, strike: cut })
  await server.kill()
  const stored = await attendanceOf(club, practiceId)
  return attempts.filter(({ reply, memberId }) => reply?.status === 200 && !stored.has(memberId)).length
}

function networkFaults(proxy: FaultProxy): Away[] {
  const faults: NetworkFault[] = [{ kind: 'refuse' }, { kind: 'hang' }, { kind: 'cut', afterBytes: 0 }]
  return faults.map((network) => ({
    name: network.kind,
    awayMs,
    begin: () => proxy.set(network),
    end: () => proxy.set({ kind: 'pass' }),
  }))
}

/** Another process holds the write lock of the file, for less and for more than a write waits. */
function heldFiles({ dataDir }: SeededClub): Away[] {
  const hold = (forMs: number): Away => {
    const handle = openSqlite(`${dataDir}/quiver.db`)
    return {
      name: `held for ${forMs / 1000} s`,
      awayMs: forMs,
      begin: () => handle.exec('begin immediate'),
      end() {
        handle.exec('rollback')
        handle.close()
      },
    }
  }
  return [hold(2_000), hold(awayMs)]
}

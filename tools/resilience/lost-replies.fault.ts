// Shows: T86

import { randomUUID } from 'node:crypto'
import { startFaultProxy } from '#test/support/fault-proxy.ts'
import { attendanceOf, makeLive } from './check-in-load.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { openPhone, orNothing } from './phone.ts'
import { type SeededClub, type SeededMember, seedClub } from './seeded-club.ts'

export const fault: Fault = {
  name: 'lost-replies',
  promise: 'An answer that is lost after the commit costs nothing: asking again under the same key counts once (T86).',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    const rounds = context.rounds(9)
    const club = await seedClub(context, { members: 100, practices: rounds, dayPasses: 2 })
    await club.start()
    const proxy = await startFaultProxy(Number(new URL(club.url).port))
    context.onEnd(() => proxy.stop())
    const lossy = `http://localhost:${proxy.port}`
    const wrong: string[] = []
    let intents = 0

    async function everybody(operation: string, input: object, effects: () => Promise<number>) {
      const acts = club.members.map((member) => ({ member, key: randomUUID() }))
      await proxy.set({ kind: 'lose-reply' })
      const ask = (member: SeededMember, key: string) =>
        orNothing(openPhone(lossy, member.cookie).act(operation, input, key))
      const first = await Promise.all(acts.map(({ member, key }) => ask(member, key)))
      const heard = first.filter((reply) => reply !== null).length
      if (heard > 0) wrong.push(`${operation}: ${heard} answers got through`)
      const before = await effects()
      await proxy.set({ kind: 'pass' })
      const again = await Promise.all(acts.map(({ member, key }) => ask(member, key)))
      const refused = again.filter((reply) => reply?.status !== 200)
      if (refused.length > 0) wrong.push(`${operation}: ${refused.length} heard ${refused[0]?.status ?? 'nothing'}`)
      const after = await effects()
      if (before !== acts.length || after !== acts.length)
        wrong.push(`${operation}: ${acts.length} intents, ${before} effects before and ${after} after asking again`)
      intents += acts.length
      context.say(`${operation}: ${acts.length} intents, ${after} effects`)
      // The control: a phone with a new key sends a new request, which is refused because it was already done.
      const anew = await Promise.all(acts.map(({ member }) => ask(member, randomUUID())))
      return anew.filter((reply) => reply?.status === 409).length
    }

    let misled = await everybody('passes.use', {}, () => countUses(club))
    // Yesterday's pass is over; the first check-in uses another one.
    await club.db.updateTable('member').set({ pass: 'none', passUsedAt: null }).execute()
    for (const [round, practiceId] of club.practiceIds.entries()) {
      await makeLive(club, practiceId, club.practiceIds[round - 1])
      const effects = async () => (await attendanceOf(club, practiceId)).size
      misled += await everybody('practices.checkIn', { practiceId, usePass: true }, effects)
      const used = await countUses(club)
      if (used !== 2 * club.members.length) wrong.push(`round ${round}: ${used} day passes are used`)
    }
    if (misled === 0) wrong.push('the control did not notice: a new key made no difference')
    return outcomeOf(wrong, {
      'replies lost': proxy.cuts(),
      intents,
      effects: (await countUses(club)) + (await countAttendance(club)),
      'told no about what had happened, with a new key (control)': misled,
    })
  },
}

async function countUses({ db }: SeededClub) {
  const rows = await db.selectFrom('ledger').select('id').where('cause', 'like', 'use:%').execute()
  return rows.length
}

async function countAttendance({ db }: SeededClub) {
  return (await db.selectFrom('attendance').select('memberId').execute()).length
}

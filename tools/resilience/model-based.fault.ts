// Shows: T31

import fc from 'fast-check'
import type { TestClub } from '#test/support/club.ts'
import { plantedFaults } from '#test/support/model/planted.ts'
import { modelClub, play } from '#test/support/model/play.ts'
import { doorActs, history, mostSteps, wordsOf } from '#test/support/model/steps.ts'
import { type Fault, outcomeOf } from './fault.ts'
import { clubsOf } from './fresh-clubs.ts'

const historiesAClub = 20
const controls = 20
const mustNotice = 19

export const fault: Fault = {
  name: 'model-based',
  promise: `Whatever four people do in up to ${mostSteps} steps, also at the door, each gets what they were told, every total is the ledger’s (I1–I13), and \`quiver verify\` finds nothing.`,
  engines: ['sqlite', 'postgres'],
  limitMinutes: 150,
  async run(context) {
    const openClub = await clubsOf(context, modelClub)
    const wrong: string[] = []
    const seed = Date.now()
    const all = fc.sample(history, { numRuns: context.rounds(2000), seed })
    let [steps, evenings, verified] = [0, 0, 0]
    const tries: Awaited<ReturnType<typeof play>>['tries'] = []
    for (let done = 0; done < all.length; ) {
      await using club = await openClub()
      for (const until = Math.min(all.length, done + historiesAClub); done < until; done++) {
        context.signal.throwIfAborted()
        const played = all[done] ?? []
        const result = await play(club, played)
        steps += played.length
        verified += result.verified
        tries.push(...result.tries)
        if (result.tries.some(({ act, did }) => did && doorActs.includes(act))) evenings += 1
        if (result.wrong.length > 0)
          wrong.push(...result.wrong, `Seed ${seed}, number ${done}:`, ...played.map(wordsOf))
      }
    }
    const went = tries.filter((each) => each.went).length
    const figures: Record<string, number | string> = { histories: all.length, steps, 'went through': went, seed }
    figures['evenings at the door'] = evenings
    figures['looks of verify'] = verified
    for (const act of doorActs) {
      const own = tries.filter((each) => each.act === act)
      const did = own.filter((each) => each.did).length
      figures[act] = `${did} of ${own.length}`
      if (did < own.length / 5) wrong.push(`${act} did something ${did} of ${own.length} times`)
    }
    for (const [name, plant] of Object.entries(plantedFaults)) {
      let noticed = 0
      for (let control = 0; control < controls; control++) if (await isNoticed(plant, openClub)) noticed += 1
      figures[`noticed: ${name}`] = `${noticed} of ${controls}`
      if (noticed < mustNotice) wrong.push(`${name} was noticed ${noticed} of ${controls} times`)
    }
    return outcomeOf(wrong, figures)
  },
}

/** Whether any of forty histories detects this fault in a club. */
async function isNoticed(plant: (club: TestClub) => void, openClub: () => Promise<TestClub>) {
  await using club = await openClub()
  for (const steps of fc.sample(history, 40)) {
    plant(club)
    const { wrong } = await play(club, steps).catch((error: Error) => ({ wrong: [error.message] }))
    if (wrong.length > 0) return true
  }
  return false
}

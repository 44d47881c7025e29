import { byTurns, startBenchClub } from './bench-club.ts'
import type { Part } from './part.ts'
import { profileIfAsked } from './profile.ts'
import { figuresOf, type Round, takeRound } from './rounds.ts'

const lastsMs = 60_000
const answers = ['archer', 'driver', null] as const

export const part: Part = {
  name: 'mixed',
  about: 'For a minute members look at the home page, and each tenth of them answers a practice instead.',
  engines: ['sqlite', 'postgres'],
  processes: [1, 3],
  async measure(context) {
    const club = await startBenchClub(context)
    const lines = await club.lines()
    const cars = club.members.filter((_, i) => i % 5 === 0)
    const reads = byTurns(club.members.map((each) => club.home(each)))
    let asked = 0
    const next = () => {
      if (asked++ % 10 !== 9) return reads()
      const turn = Math.floor(asked / 10)
      const member = cars[turn % cars.length]
      const practiceId = club.aheadIds[Math.floor(turn / cars.length) % club.aheadIds.length] ?? ''
      const answer = answers[turn % answers.length]
      if (!member) throw new Error('nobody answers')
      return club.act('practices.answer', member, { practiceId, answer })
    }
    await takeRound({ lines, pids: club.pids }, { next, forMs: 1000 })
    const subject: Round[] = []
    for (let round = 0; round < context.rounds; round++)
      subject.push(await takeRound({ lines, pids: club.pids }, { next, forMs: lastsMs / context.rounds }))
    await profileIfAsked(context, 'mixed', club, () => lines.ask({ next, forMs: 3000 }))
    return figuresOf(context, { name: 'mixed', subject, note: '90 reads to 10 writes' })
  },
}

// Shows: T26, T29, T30, T32, T33, T35, T36, T37, T38, T39, T41, T42, T78, ASVS 2.3.4

import { brokenRules } from '#test/support/broken-rules.ts'
import { peopleFor, raceCheckIns, raceEnd, raceTwoStarts } from '#test/support/check-in-races.ts'
import { six, type TestClub } from '#test/support/club.ts'
import {
  raceCredit,
  raceEditAgainstUse,
  raceEntering,
  raceMemberRemoval,
  racePracticeDeletion,
  raceRainOut,
  raceTwoEnds,
} from '#test/support/officer-races.ts'
import {
  raceDeletion,
  raceDeletions,
  raceFinish,
  raceLastOfficers,
  raceLastPass,
  raceTwoRemovals,
} from '#test/support/races.ts'
import { raceAnswers, raceLastMinute, racePlaces, raceTwoLists } from '#test/support/rsvp-races.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { clubsOf } from './fresh-clubs.ts'
import { openRounds } from './stored-rounds.ts'

type Race = {
  name: string
  rounds: number
  /** Runs a round on one club; the control removes the guard in `prepare`. @returns what is wrong */
  round: (club: TestClub, number: number, prepare: (club: TestClub) => void) => Promise<string[]>
}

const races: Race[] = [
  { name: 'last day pass ×50', rounds: 1000, round: (club, _number, prepare) => compiled(club, prepare, raceLastPass) },
  { name: 'double check-in ×50', rounds: 1000, round: (club, _number, prepare) => raceCheckIns(club, prepare) },
  {
    name: '20 check-ins against the end',
    rounds: 1000,
    round: async (club, _number, prepare) => raceEnd(club, await peopleOf(club), prepare),
  },
  {
    name: 'two starts',
    rounds: 1000,
    async round(club, _number, prepare) {
      const wrong = await compiled(club, prepare, raceTwoStarts)
      await club.db.updateTable('practice').set({ deletedAt: six, startedAt: null }).execute()
      return wrong
    },
  },
  {
    name: 'archer and driver ×50',
    rounds: 1000,
    // The guard is one row per member; without it there would be two lists.
    async round(club, number, prepare) {
      if (prepare !== removeGuard) return raceAnswers(club)
      return (await raceTwoLists(club)) > 1 ? [`in two lists (${number})`] : []
    },
  },
  {
    name: 'two officers taken away',
    rounds: 1000,
    async round(club, _number, prepare) {
      await club.db.updateTable('member').set({ role: 'Member' }).execute()
      return compiled(club, prepare, (each) => raceTwoRemovals(each, 1))
    },
  },
  {
    name: 'one account deleted ×12',
    rounds: 50,
    round: (club, _number, prepare) => compiled(club, prepare, raceDeletions),
  },
  {
    name: 'the last two officers leave',
    rounds: 50,
    async round(club, _number, prepare) {
      await club.db.updateTable('member').set({ role: 'Member' }).execute()
      return compiled(club, prepare, raceLastOfficers)
    },
  },
  {
    name: 'acts all the while against a deletion',
    rounds: 20,
    round: (club, _number, prepare) => raceDeletion(club, prepare),
  },
  {
    name: 'Finish ×50',
    rounds: 1000,
    round: (club, number, prepare) => compiled(club, prepare, (each) => raceFinish(each, `new${number}`)),
  },
  { name: '20 answers for 5 places', rounds: 1000, round: restoring(racePlaces) },
  { name: '12 presses for 2 freed places after the cut-off', rounds: 1000, round: restoring(raceLastMinute) },
  { name: 'two officers and the clock end', rounds: 1000, round: restoring(raceTwoEnds) },
  { name: 'credit ×50', rounds: 1000, round: restoring(raceCredit) },
  { name: '10 edits against Use Pass', rounds: 1000, round: restoring(raceEditAgainstUse) },
  { name: 'a practice deleted under 41 acts', rounds: 1000, round: restoring(racePracticeDeletion) },
  { name: 'a member removed under 40 acts', rounds: 1000, round: restoring(raceMemberRemoval) },
  { name: 'rain-out ×20', rounds: 1000, round: restoring(raceRainOut) },
  { name: 'check-in entered ×21', rounds: 1000, round: restoring(raceEntering) },
]

/** A new club after this many rounds, because growing tables would distort the race. */
const roundsAClub = 50
/** How many times each race runs without its guard, and how many of these must fail. */
const controls = 20
const mustNotice = 15

export const fault: Fault = {
  name: 'races',
  promise: 'Whoever acts at once with others, everything counts once and is there whole (T29–T42).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 150,
  async run(context) {
    const openClub = await clubsOf(context)
    const progress = openRounds<Batch>(context.progress)
    for (const race of races) {
      const rounds = context.rounds(race.rounds)
      while (sum(progress.rounds, race, 'rounds') < rounds) {
        const from = sum(progress.rounds, race, 'rounds')
        progress.keep(await runBatch(context, race, { from, to: Math.min(rounds, from + roundsAClub) }, openClub))
      }
      while (sum(progress.rounds, race, 'controls') < controls)
        progress.keep(await runControl(race, sum(progress.rounds, race, 'controls'), openClub))
      context.say(`${race.name}: ${figureOf(progress.rounds, race)}`)
    }
    const wrong = progress.rounds.flatMap((batch) => batch.wrong)
    const figures: Record<string, number | string> = {}
    for (const race of races) {
      const noticed = sum(progress.rounds, race, 'noticed')
      if (noticed < mustNotice) wrong.push(`${race.name}: the control noticed ${noticed} of ${controls} times`)
      figures[race.name] = figureOf(progress.rounds, race)
    }
    return outcomeOf(wrong, figures)
  },
}

type Counted = 'rounds' | 'broken' | 'controls' | 'noticed'
type Batch = { race: string; wrong: string[] } & Record<Counted, number>

/** Runs these rounds on one club, then checks all its tables. */
async function runBatch(
  context: FaultContext,
  race: Race,
  { from, to }: { from: number; to: number },
  openClub: () => Promise<TestClub>,
): Promise<Batch> {
  await using club = await openClub()
  const batch: Batch = { race: race.name, rounds: to - from, broken: 0, controls: 0, noticed: 0, wrong: [] }
  for (let round = from; round < to; round++) {
    context.signal.throwIfAborted()
    const found = await race.round(club, round, () => {})
    batch.broken += found.length > 0 ? 1 : 0
    batch.wrong.push(...found.map((what) => `${race.name}: ${what}`))
  }
  batch.wrong.push(...(await brokenRules(club.ctx)).map((rule) => `${race.name}: ${rule}`))
  return batch
}

/** Runs one round without the guard, which must fail. */
async function runControl(race: Race, number: number, openClub: () => Promise<TestClub>): Promise<Batch> {
  await using club = await openClub()
  const found = await race.round(club, number, removeGuard)
  return { race: race.name, rounds: 0, broken: 0, controls: 1, noticed: found.length > 0 ? 1 : 0, wrong: [] }
}

function sum(batches: Batch[], { name }: Race, of: Counted) {
  return batches.filter((batch) => batch.race === name).reduce((total, batch) => total + batch[of], 0)
}

function figureOf(batches: Batch[], race: Race) {
  const of = (what: Counted) => sum(batches, race, what)
  return `${of('rounds')} rounds, ${of('broken')} broken; unguarded ${of('noticed')} of ${of('controls')} broken`
}

/** Restores the guard after a race that removes it itself, once the club is ready. */
function restoring(race: (club: TestClub, prepare: (club: TestClub) => void) => Promise<string[]>): Race['round'] {
  return async (club, _number, prepare) => {
    const { write } = club.ctx
    try {
      return await race(club, prepare)
    } finally {
      club.ctx.write = write
    }
  }
}

async function compiled(
  club: TestClub,
  prepare: (club: TestClub) => void,
  race: (club: TestClub) => Promise<string[]>,
) {
  const { write } = club.ctx
  prepare(club)
  try {
    return await race(club)
  } finally {
    club.ctx.write = write
  }
}

const people = new WeakMap<TestClub, Awaited<ReturnType<typeof peopleFor>>>()

async function peopleOf(club: TestClub) {
  const known = people.get(club) ?? (await peopleFor(club))
  people.set(club, known)
  return known
}

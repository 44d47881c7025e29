// What an evening costs, from what its pieces cost by themselves: scaling.bench.ts measures these, and holds what is foretold here against
// evenings that it was not made from. docs/scaling.md shows both.

/** A line: so much at least, and so much more for each person who is at the practice, for the home page names them. */
export type ByThere = { least: number; each: number }

/** Of one server with one database; µs of the servers' processor where nothing else is said. */
export type Costs = {
  /** A server that has nothing to do, in each second. */
  idle: number
  /** A screen that is open, for each beat of its stream. */
  beat: number
  /** The home page of a viewer who had it before a check-in, when somebody had one since. */
  again: ByThere
  /** What the first one after a check-in costs more, of each server: what is the same for all viewers is found for it. */
  find: ByThere
  /** The page and the first of them after an answer to a practice, which changes more of it. */
  look: number
  findAfterAnswer: number
  checkIn: number
  /** An answer to a practice. */
  answer: number
  /** Telling one open screen that something has changed. */
  tell: number
  /** MB of a server that nobody has asked anything. */
  idleMb: number
  /** MB of a server that was asked a lot, without an open screen. */
  busyMb: number
  screenKb: number
}

export type Evening = {
  seconds: number
  /** Evenly over these seconds, the first at once. */
  checkIns: number
  /** Open on the home page. */
  screens: number
  /** On average. */
  there: number
  processes: number
  /** That the processes have; what does not fit on them is asked later, or not at all. */
  cores: number
}

type Changes = Pick<Evening, 'seconds' | 'checkIns'>

const beatSeconds = 15
/** Between two questions of a screen when there is always something new: a second, and up to 400 ms at random (src/web/live.ts). */
const quietSeconds = 1.2

/** What follows so soon is told together (src/server/live/pace.ts). */
const togetherSeconds = 0.25

/** How many words a screen hears: of each change, but not before the last one is so old, and of the last. */
export function wordsOfScreen(changes: Changes) {
  return atMostEvery(togetherSeconds, changes)
}

/** How often a screen asks for its page anew: after each change, but not before it may ask again, and once after the last. */
export function questionsOfScreen(changes: Changes) {
  return atMostEvery(quietSeconds, changes)
}

function atMostEvery(least: number, { seconds, checkIns }: Changes) {
  if (checkIns === 0) return 0
  const gap = seconds / checkIns
  return gap >= least ? checkIns : 1 + Math.ceil((seconds - gap) / least)
}

/** Seconds of the servers' processors, all together. */
export function processorSeconds(costs: Costs, evening: Evening) {
  const { seconds, checkIns, screens, there, processes, cores } = evening
  const questions = screens * questionsOfScreen(evening)
  const us =
    seconds * processes * costs.idle +
    (seconds / beatSeconds) * screens * costs.beat +
    checkIns * costs.checkIn +
    screens * wordsOfScreen(evening) * costs.tell +
    questions * at(costs.again, there) +
    Math.min(checkIns, questions) * processes * at(costs.find, there)
  // Afterwards each screen asks once more, for the last change.
  const most = seconds * cores + (screens * at(costs.again, there)) / 1e6
  return Math.min(us / 1e6, most)
}

/** µs for each answer where so large a share of all that is asked are answers to a practice, and the rest home pages. */
export function mixedUs(costs: Costs, { writes, processes }: { writes: number; processes: number }) {
  return (1 - writes) * costs.look + writes * (costs.answer + processes * costs.findAfterAnswer)
}

/** MB of each server. */
export function memoryMb(costs: Costs, { screens, processes }: Pick<Evening, 'screens' | 'processes'>) {
  return costs.busyMb + (screens / processes) * (costs.screenKb / 1024)
}

/** So many screens keep one processor busy, when so many members come in each second. */
export function screensOfCore(costs: Costs, load: { checkInsEachSecond: number; there: number }) {
  const hour = { seconds: 3600, checkIns: 3600 * load.checkInsEachSecond, there: load.there, ...asMuchAsAsked }
  // The first screen costs more than each of the others: for it what all have in common is found.
  const [one, two] = [1, 2].map((screens) => processorSeconds(costs, { ...hour, screens })) as [number, number]
  return Math.max(0, Math.floor(1 + (3600 - one) / (two - one)))
}

/** One process, and what it would need. */
const asMuchAsAsked = { processes: 1, cores: Number.POSITIVE_INFINITY }

/** What a machine carries; the rest of it is the system's. */
export type Machine = { cores: number; memoryMb: number; share: number }
/** Clubs of which a share has its practice just now; the others idle. */
export type Clubs = { busyShare: number; screens: number; checkInsEachSecond: number; there: number }

/** How many clubs, a server each, a machine carries by its memory and by its processors. */
export function clubsOfMachine(costs: Costs, machine: Machine, clubs: Clubs) {
  const { busyShare, screens, checkInsEachSecond, there } = clubs
  const hour = { seconds: 3600, checkIns: 3600 * checkInsEachSecond, screens, there, ...asMuchAsAsked }
  const each = (idle: number, busy: number) => (1 - busyShare) * idle + busyShare * busy
  return {
    byMemory: Math.floor(
      (machine.share * machine.memoryMb) / each(costs.idleMb, memoryMb(costs, { screens, processes: 1 })),
    ),
    byProcessor: Math.floor(
      (machine.share * machine.cores) / each(costs.idle / 1e6, processorSeconds(costs, hour) / 3600),
    ),
  }
}

/** The straight line through two measurements. */
export function lineThrough(one: { there: number; us: number }, other: { there: number; us: number }): ByThere {
  const each = (other.us - one.us) / (other.there - one.there)
  return { least: one.us - one.there * each, each }
}

/** By how many percent what was foretold is more than what was measured. */
export function errorPercent({ predicted, value }: { predicted: number; value: number }) {
  return (100 * (predicted - value)) / value
}

export function at({ least, each }: ByThere, there: number) {
  return least + each * there
}

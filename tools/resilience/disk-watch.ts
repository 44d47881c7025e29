import { setTimeout as pause } from 'node:timers/promises'
import { messages } from '#domain/text/public-messages.ts'
import { type ClubLoad, judge } from './club-load.ts'
import { openPhone, orNothing, type Reply } from './phone.ts'
import type { SeededClub } from './seeded-club.ts'

/** How many of the latest mutations are checked each time. */
const lookedAt = 1000

/** Checks that everything but a success is a 503 that says what to do. */
export function watchAnswers() {
  const watch = {
    refused: 0,
    wrong: [] as string[],
    heard(reply: Reply | null) {
      if (reply?.status === 200) return
      if (reply?.status === 503 && reply.json.message === messages.serverTrouble && reply.headers['retry-after'])
        watch.refused += 1
      else watch.wrong.push(`an act was answered ${reply?.status ?? 'not at all'} ${reply?.json.message ?? ''}`)
    },
  }
  return watch
}

/** Two phones that load the home page as fast as they can. */
export function readAllTheWhile(club: SeededClub) {
  let over = false
  const count = { reads: 0, readsFailed: 0 }
  const read = async () => {
    const phone = openPhone(club.url, club.members[0]?.cookie)
    while (!over) {
      const reply = await orNothing(phone.home())
      count.reads += 1
      if (reply?.status !== 200) count.readsFailed += 1
      await pause(20)
    }
  }
  const both = Promise.all([read(), read()])
  return {
    async stop() {
      over = true
      await both
      return count
    },
  }
}

/** Counts, over all checks, which acknowledged writes are missing and which rules of the tables are broken. */
export function openLooks(club: SeededClub, load: ClubLoad) {
  const counts = { lost: 0, doubled: 0, half: 0, broken: 0 }
  return {
    counts,
    /** @returns what is wrong at this moment */
    async look() {
      const { wrong, ...found } = await judge(club.db, load.done.slice(-lookedAt), load.pending())
      const broken = await club.verify()
      counts.lost += found.lost
      counts.doubled += found.doubled
      counts.half += found.half
      counts.broken += broken.length
      return [...wrong, ...load.refused, ...broken]
    },
  }
}

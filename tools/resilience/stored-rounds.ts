import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './bench-state.ts'

/** What came of each round, kept where an interrupted run finds it: those are not run again. */
export function openRounds<Round>(folder: string) {
  const file = join(folder, 'rounds.json')
  const rounds: Round[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return {
    rounds,
    keep(round: Round) {
      rounds.push(round)
      writeWhole(file, JSON.stringify(rounds))
    },
  }
}

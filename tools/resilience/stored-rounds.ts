import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './bench-state.ts'

/** Stores the result of each round, so that an interrupted run doesn't repeat them. */
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

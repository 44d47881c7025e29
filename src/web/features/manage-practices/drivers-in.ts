import type { PracticeRecord } from '#contract/manage-practices.ts'
import type { Rm01 } from '#domain/drivers.ts'

export type Driver = PracticeRecord['credited'][number] & {
  credited: boolean
  seats: number | null
  position?: number | null
  rm01?: Rm01
}

/** Everyone with a driver RSVP, and anyone else who gets credit for driving. */
export function driversIn({ answers, credited }: PracticeRecord): Driver[] {
  const drivers = answers.filter(({ kind }) => kind === 'driver')
  return [...drivers, ...credited.map((each) => ({ ...each, credited: true, seats: null }))]
}

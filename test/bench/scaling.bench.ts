import { prepareClub, serveClub } from './bench-club.ts'
import { eveningOf, rush } from './evening.ts'
import { measureEvenings } from './evenings.ts'
import type { Part } from './part.ts'
import { costsOf, measureUnitCosts } from './unit-costs.ts'

const screens = 1000

export const part: Part = {
  name: 'scaling',
  about:
    'What each piece of work costs by itself, and how well that foretells what evenings cost that it was not measured on: up to 1,000 screens, up to 200 check-ins in ten seconds.',
  engines: ['sqlite', 'postgres'],
  processes: [1, 3],
  async measure(context) {
    const prepared = await prepareClub(context, { members: screens + rush.checkIns + 50 })
    const measured = await serveClub(context, prepared)
    const units = await measureUnitCosts({ context, club: measured, evening: eveningOf(measured, screens) })
    for (const server of measured.servers) await server.stop()
    const club = await serveClub(context, prepared)
    const evening = eveningOf(club, screens)
    const evenings = await measureEvenings({ context, club, evening, costs: costsOf(units) })
    // Where the system does not say how much of the processor a process has had.
    return [...units, ...evenings].filter(({ value }) => !Number.isNaN(value))
  },
}

import { measureAct } from './acts.ts'
import type { Part } from './part.ts'

export const part: Part = {
  name: 'check-in',
  about: 'Members check in to the live practice, beside the same transactions by the bare database, as durable.',
  engines: ['sqlite', 'postgres'],
  processes: [1, 3],
  measure: (context) =>
    measureAct(context, {
      name: 'check-in',
      operation: 'practices.checkIn',
      deeds: ({ members, practiceId }) => members.map((member) => ({ member, input: { practiceId } })),
      wanted: { of: 'ratio', atLeast: 0.5 },
    }),
}

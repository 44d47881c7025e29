import { measureAct } from './acts.ts'
import type { Part } from './part.ts'

export const part: Part = {
  name: 'rsvp',
  about: 'Members answer practices that lie ahead, beside the same transactions by the bare database, as durable.',
  engines: ['sqlite', 'postgres'],
  measure: (context) =>
    measureAct(context, {
      name: 'rsvp',
      operation: 'practices.answer',
      deeds: ({ members, aheadIds }) =>
        members.map((member, i) => {
          const practiceId = aheadIds[i % aheadIds.length] ?? ''
          return { member, input: { practiceId, answer: 'archer' } }
        }),
    }),
}

import { capacityMessage, isCarCapacity } from '#domain/profile.ts'
import { person } from '../http/ladder.ts'
import { refuseField } from '../http/refusals.ts'
import { lockMember } from '../members/queries.ts'

const setCar = person.profile.setCar.handler(async ({ input, context: { me, write } }) => {
  if (input.hasCar && !isCarCapacity(input.carCapacity)) throw refuseField('carCapacity', capacityMessage)
  return write(async (tx, announce) => {
    await lockMember(tx, me.id)
    const car = input.hasCar
      ? {
          hasCar: 1 as const,
          carCapacity: input.carCapacity,
          rm01Completed: input.rm01Completed ? (1 as const) : (0 as const),
        }
      : { hasCar: 0 as const, carCapacity: 0, rm01Completed: 0 as const }
    await tx.updateTable('member').set(car).where('id', '=', me.id).execute()
    // Seats that drivers offer are shown with each practice.
    announce(`member:${me.id}`, 'practices', 'members')
    return {}
  })
})

export const profile = { setCar }

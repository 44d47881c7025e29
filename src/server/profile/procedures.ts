import { capacityMessage, carOf, defaultPicture, isCarCapacity } from '#domain/profile.ts'
import { person } from '../http/ladder.ts'
import { refuseField } from '../http/refusals.ts'
import { lockMember } from '../members/queries.ts'
import { showPicture } from '../pictures/rows.ts'

const setCar = person.profile.setCar.handler(async ({ input, context: { me, write } }) => {
  if (input.hasCar && !isCarCapacity(input.carCapacity)) throw refuseField('carCapacity', capacityMessage)
  return write(async (tx, announce) => {
    await lockMember(tx, me.id)
    const { hasCar, carCapacity, rm01Completed } = carOf(input)
    await tx
      .updateTable('member')
      .set({ hasCar: hasCar ? 1 : 0, carCapacity, rm01Completed: rm01Completed ? 1 : 0 })
      .where('id', '=', me.id)
      .execute()
    // Seats that drivers offer are shown with each practice.
    announce(`member:${me.id}`, 'practices', 'members')
    return {}
  })
})

const removePicture = person.profile.removePicture.handler(async ({ context: { me, now, write } }) =>
  write(async (tx, announce) => {
    await lockMember(tx, me.id)
    await showPicture(tx, announce, { memberId: me.id, id: null, now: now() })
    return { pictureUrl: defaultPicture }
  }),
)

export const profile = { setCar, removePicture }

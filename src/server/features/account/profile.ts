import { channelsOf } from '#domain/notifications.ts'
import { defaultPicture } from '#domain/photos.ts'
import { carOf, checkChange, type Profile, type ProfileDraft } from '#domain/profile.ts'
import { isCarCapacity } from '#domain/profile-limits.ts'
import { capacityMessage, fieldSentences, memberMessages, stepSentences } from '#domain/text/member-messages.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { readPreferences, setPreference } from '#server/features/notifications/preferences.ts'
import { activatePhoto } from '#server/features/photos/stored-photos.ts'
import { refuseField, refuseFields } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { getMember, lockMember } from '#server/queries/members.ts'

const get = signedInProcedure.profile.get.handler(async ({ context: { ctx, me } }) => {
  const row = await getMember(ctx.database.db, me.id)
  const { nameFirst, nameLast, birthday, bowType, personalEquipment, carCapacity, pictureUrl } = row
  return {
    email: me.email,
    today: ctx.days.today(ctx.clock.now()),
    nameFirst,
    nameLast,
    birthday,
    bowType,
    personalEquipment,
    carCapacity,
    pictureUrl,
    hasCar: row.hasCar === 1,
    rm01Completed: row.rm01Completed === 1,
    pronouns: JSON.parse(row.pronouns) as string[],
    news: await readPreferences(ctx.database.db, me.id, ctx.club),
  }
})

/**
 * Validated by the rules of the wizard's steps. Only members change their own profile, so the last write wins; fields
 * that are not sent stay.
 */
const save = signedInProcedure.profile.save.handler(async ({ input, context: { ctx, me, write } }) =>
  write(async (tx, announce) => {
    const stored = asDraft(await lockMember(tx, me.id))
    const checked = checkChange(stored, input, ctx.days.today(ctx.clock.now()))
    if (checked.outcome === 'incomplete') {
      const { problems } = checked
      const fields = Object.assign({}, ...problems.map((problem) => fieldSentences(problem.fields)))
      throw refuseFields(fields, problems[0] ? stepSentences[problems[0].step] : memberMessages.wizardRequired)
    }
    const columns = asColumns(checked.fields)
    if (Object.keys(columns).length === 0) return {}
    await tx.updateTable('member').set(columns).where('id', '=', me.id).execute()
    // The live practice shows names, and every practice the seats that drivers offer.
    announce(`member:${me.id}`, 'members', 'practices')
    return {}
  }),
)

const setCar = signedInProcedure.profile.setCar.handler(async ({ input, context: { me, write } }) => {
  if (input.hasCar && !isCarCapacity(input.carCapacity)) throw refuseField('carCapacity', capacityMessage)
  return write(async (tx, announce) => {
    await lockMember(tx, me.id)
    await tx
      .updateTable('member')
      .set(asColumns(carOf(input)))
      .where('id', '=', me.id)
      .execute()
    // Every practice shows the seats that drivers offer.
    announce(`member:${me.id}`, 'practices', 'members')
    return {}
  })
})

/** Turns one kind of notification on or off in one channel. */
const setNews = signedInProcedure.profile.setNews.handler(async ({ input, context: { me, write } }) => {
  if (!channelsOf(input.news).includes(input.way))
    throw refuseField('way', 'These notifications don’t come through this channel.')
  return write(async (tx, announce) => {
    await lockMember(tx, me.id)
    await setPreference(tx, me.id, input)
    announce(`member:${me.id}`)
    return {}
  })
})

/** The choice to show other members that I'm going to a practice. */
const setShowGoing = signedInProcedure.profile.setShowGoing.handler(async ({ input, context: { me, write } }) =>
  write(async (tx, announce) => {
    await lockMember(tx, me.id)
    await tx
      .updateTable('member')
      .set({ showGoing: input.show ? 1 : 0 })
      .where('id', '=', me.id)
      .execute()
    // Every practice they're going to shows them, or no longer does.
    announce(`member:${me.id}`, 'practices')
    return {}
  }),
)

const removePicture = signedInProcedure.profile.removePicture.handler(async ({ context: { me, now, write } }) =>
  write(async (tx, announce) => {
    await lockMember(tx, me.id)
    await activatePhoto(tx, announce, { memberId: me.id, id: null, now: now() })
    return { pictureUrl: defaultPicture }
  }),
)

function asDraft(row: MemberRow): ProfileDraft {
  const { nameFirst, nameLast, bowType, personalEquipment, carCapacity } = row
  return {
    nameFirst,
    nameLast,
    bowType,
    personalEquipment,
    carCapacity,
    birthday: row.birthday ?? '',
    hasCar: row.hasCar === 1,
    rm01Completed: row.rm01Completed === 1,
    pronouns: JSON.parse(row.pronouns) as string[],
  }
}

function asColumns({ hasCar, rm01Completed, pronouns, ...rest }: Partial<Profile>) {
  return {
    ...rest,
    ...(hasCar !== undefined && { hasCar: hasCar ? (1 as const) : (0 as const) }),
    ...(rm01Completed !== undefined && { rm01Completed: rm01Completed ? (1 as const) : (0 as const) }),
    ...(pronouns !== undefined && { pronouns: JSON.stringify(pronouns) }),
  }
}

export const profile = { get, save, setCar, setNews, setShowGoing, removePicture }

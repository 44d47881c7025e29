import type { Attendee } from '#contract/practices.ts'
import { displayName, formerMember } from '#domain/names.ts'
import { defaultPicture } from '#domain/profile.ts'

/** What members see of one another: name, picture, pronouns, and nothing else (D40). */
export function toAttendee(row: {
  id: string
  nameFirst: string
  nameLast: string
  pronouns: string
  pictureUrl: string
}): Attendee {
  return {
    memberId: row.id,
    name: displayName(row) || formerMember,
    pronouns: JSON.parse(row.pronouns) as string[],
    pictureUrl: row.pictureUrl || defaultPicture,
  }
}

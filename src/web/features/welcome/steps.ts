import type { ProfileDraft, ProfileField, ProfileProblem } from '#domain/profile.ts'
import type { Step } from './welcome-search.ts'

/** What a step needs to show its fields. */
export type StepProps = {
  draft: ProfileDraft
  update: (fields: ProfileDraft) => void
  errors: ProfileProblem['fields']
  today: string
}

export const headings: Record<Step, string> = {
  1: 'Your name and birthday',
  2: 'Profile picture',
  3: 'Archery preferences',
  4: 'Carpool',
  5: 'Pronouns',
}

/** Under which name an error summary leads to a field; the id of its input is the same as its key. */
export const fieldNames: Record<ProfileField, string> = {
  nameFirst: 'First name',
  nameLast: 'Last name',
  birthday: 'Birthday',
  bowType: 'Bow type',
  personalEquipment: 'Personal equipment',
  hasCar: 'Car',
  carCapacity: 'Car capacity',
  rm01Completed: 'RM01',
  pronouns: 'Pronouns',
}

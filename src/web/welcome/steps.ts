import type { ProfileField } from '#domain/profile.ts'

/** Steps 1 to 5 of the wizard; 0 is the welcome screen before them. */
export const lastStep = 5
export type Step = 1 | 2 | 3 | 4 | 5

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

import { count } from './public-messages.ts'

/** Texts of the profile’s four pages, in a file of their own because most pages don’t need them. */
export const profileMessages = {
  pages: 'Profile pages',
  titles: {
    '/profile': 'My Profile',
    '/profile/notifications': 'Notifications',
    '/profile/security': 'Devices & security',
    '/profile/data': 'My data',
  },
  /** In the navigation; the short ones on phones, where four of them share a row. */
  links: {
    '/profile': { long: 'Me', short: 'Me' },
    '/profile/notifications': { long: 'Notifications', short: 'Notifications' },
    '/profile/security': { long: 'Devices & security', short: 'Security' },
    '/profile/data': { long: 'My data', short: 'My data' },
  },
  photoSaved: 'Your photo is saved.',
  edit: 'Edit',
  close: 'Close',

  // What a member has told the club, in one line each
  noBirthday: 'No birthday yet',
  equipment: { Yes: 'own equipment', No: 'club equipment' },
  noBow: 'No bow type yet',
  noRides: 'Can’t give rides',
  rides: (seats: number, approved: boolean) =>
    `Can give rides: ${count(seats, 'seat')} including the driver, ${approved ? 'RM01 approved' : 'no RM01 yet'}`,
  noPronouns: 'No pronouns yet',

  deviceTitle: 'On this device',

  historyTitle: 'Practices and payments',
  historyLead: 'Every practice you came to, and what you paid for.',
} as const

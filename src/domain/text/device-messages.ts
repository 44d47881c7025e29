import type { NotificationKind } from '#domain/notifications.ts'

/** Texts about installing the app, in a file of their own because most pages don't need them. */
export const installMessages = {
  title: 'Put the app on your home screen',
  lead: 'Full screen, with its own icon.',
  ask: 'Install the app?',
  why: 'You’re checked in. With an icon on your home screen, you can check in with two taps next time.',
  whyInstall: 'You’re checked in. If you install the app, you can check in with two taps next time.',
  install: 'Install',
  notNow: 'Not now',
  gotIt: 'Got it',
  showHow: 'Show me how',
  installApp: 'Install the app',
  share: { act: 'Tap Share', more: 'in Safari’s bar. If you see only three dots, tap them first.' },
  add: { act: 'Tap Add to Home Screen', more: 'further down that list, then Add.' },
  ownLogin: 'The app on your home screen doesn’t share Safari’s login, so you’ll need to log in there again.',
  addToHomeScreen: 'Add to Home Screen',
} as const

/** Texts in the profile about notifications and the devices that show them. */

export const newsMessages = {
  title: 'Practice notifications',
  lead: 'Account emails, such as password resets, are always sent.',
  kinds: {
    week: 'The week’s practices',
    remind: 'A reminder if I haven’t RSVP’d',
    changed: 'A practice I RSVP’d to changes or is canceled',
    place: 'A spot opens up and I’m next',
    drive: 'A reminder before I drive',
    live: 'A practice I have a spot at has started',
    balance: 'Practices I haven’t paid for, once a week',
  } satisfies Record<NotificationKind, string>,
  ways: { mail: 'Email', push: 'Push' },

  // Below the choices, while push doesn't reach the device at hand
  noDevice: 'Push notifications start once you turn them on for a device. Your choices are kept.',
  otherDevices: 'Push notifications go to your other devices.',

  // Devices that show notifications
  devices: 'Devices with notifications',
  thisDevice: 'This device',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnOnHere: 'Turn on notifications on this device',
  turnOffHere: 'Turn off notifications on this device',
  turnOffOf: (device: string) => `Turn off on ${device}`,
  turnedOn: 'Notifications are on. They arrive even when the app is closed.',
  turnedOff: 'Notifications turned off.',
  offer: 'Want to know when plans change? Get notifications on this device.',
  offerLater: 'You can turn on notifications anytime in your profile, under Notifications.',
  notNow: 'Not now',
  states: {
    on: 'On. Notifications arrive even when the app is closed, until you log out here.',
    off: 'Off. You’ll get emails only.',
    blocked: 'Blocked. Allow notifications for this site in your browser’s settings, then come back here.',
    unsupported: 'This browser can’t show notifications. You’ll get emails only.',
    'needs-home-screen':
      'On an iPhone or iPad, add the app to your home screen and open it from there to get notifications.',
  },
  notReady: {
    'not-allowed': 'Your browser wasn’t allowed to show notifications. Press the button again if you want them.',
    'not-reached': 'Your browser couldn’t turn on notifications. Try again in a moment.',
  },
  since: (when: string) => `On since ${when}`,
} as const

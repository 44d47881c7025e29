/** About news of practices and the devices that show it, as the profile says it. */
import type { NewsKind } from './news.ts'

export const newsMessages = {
  title: 'News of practices',
  lead: 'Mails about your account, such as a new password, always come.',
  kinds: {
    changed: 'A practice I answered is changed or cancelled',
    place: 'A place becomes free and I’m next',
    drive: 'A reminder before I drive',
  } satisfies Record<NewsKind, string>,
  ways: { mail: 'Email', push: 'Notification' },

  // Devices that show notifications
  devices: 'Devices with notifications',
  thisDevice: 'Notifications here',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnOffOf: (device: string) => `Turn off on ${device}`,
  turnedOn: 'Notifications are on. They come also while the app is closed.',
  turnedOff: 'No more notifications there.',
  states: {
    on: 'On. They come also while the app is closed, until you log out here.',
    off: 'Off. News comes by e-mail alone.',
    blocked: 'Blocked. Allow notifications for this site in your browser’s settings, then come back here.',
    unsupported: 'This browser can’t show them. News comes by e-mail.',
    'needs-home-screen': 'On an iPhone or iPad they come once the app is on your home screen and opened from there.',
  },
  notReady: {
    'not-allowed': 'Your browser was not allowed to show notifications. Press the button again if you want them.',
    'not-reached': 'The browser could not reach its push service. Try again in a moment.',
  },
  since: (when: string) => `On since ${when}`,
} as const

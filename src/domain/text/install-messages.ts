/** About putting the app on a home screen; apart from the other messages, because most pages have no use for them. */
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

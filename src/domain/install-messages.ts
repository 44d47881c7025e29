/** About putting the app on a home screen; apart from the other messages, because most pages have no use for them. */
export const installMessages = {
  title: 'Put the app on your home screen',
  lead: 'An icon of its own, and no browser around it.',
  ask: 'Install the app?',
  why: 'You’re checked in. With an icon on your home screen, next time takes two taps.',
  whyInstall: 'You’re checked in. With an icon of its own, next time takes two taps.',
  install: 'Install',
  notNow: 'Not now',
  gotIt: 'Got it',
  showHow: 'Show me how',
  installApp: 'Install the app',
  share: { act: 'Tap Share', more: 'in Safari’s bar. Where there are only three dots, it is behind them.' },
  add: { act: 'Tap Add to Home Screen', more: 'further down that list, then Add.' },
  ownLogin: 'The app on your home screen doesn’t share Safari’s login, so you’ll log in there once more.',
  addToHomeScreen: 'Add to Home Screen',
} as const

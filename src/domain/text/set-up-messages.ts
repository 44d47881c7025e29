/** On an officer's home page, which everyone who is an officer loads, unlike the settings themselves. */
export const setUpMessages = {
  setUp: 'Set up your club',
  left: (settings: number) =>
    settings === 1
      ? 'One thing is left that members don’t see yet.'
      : `${settings} things are left that members don’t see yet.`,
  start: 'Continue setting up',
}

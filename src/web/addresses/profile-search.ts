/** Which dialog is open over the profile. It lives in the URL, so that Back closes it. */
const profileDialogs = ['export', 'delete', 'sign-out-everywhere', 'install'] as const
export type ProfileDialog = (typeof profileDialogs)[number]

export type ProfileSearch = { open?: ProfileDialog }

export function readProfileSearch(search: Record<string, unknown>): ProfileSearch {
  const open = profileDialogs.find((dialog) => dialog === search.open)
  return open === undefined ? {} : { open }
}

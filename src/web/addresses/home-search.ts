import { type MapPlace, mapPlaces } from '#domain/maps.ts'

/** Dialogs for officers only; the last four are about the live practice, and `add` are the attendees with their search field. */
export const officerDialogs = [
  'start',
  'end',
  'remove',
  'erase',
  'sell',
  'unsell',
  'samples',
  'attendees',
  'add',
  'carpool',
  'code',
  'kiosk',
] as const

/** Which dialog is open over the home page. It lives in the URL, so that Back closes it and a reload keeps it open. */
export const homeDialogs = ['pass', 'past', 'upcoming', 'car', 'going', ...officerDialogs] as const
export type HomeDialog = (typeof homeDialogs)[number]

export type HomeSearch = {
  open?: HomeDialog
  /** For `car`, `going`, and `start`: the practice. */
  practice?: string
  /** For `remove` and `sell`: the member; for `erase`: the guest; for `unsell`: the sale. */
  member?: string
  /** The dialog that stays open underneath. */
  over?: 'upcoming' | 'attendees'
  /** The map that fills the screen. */
  map?: MapPlace
}

export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const open = homeDialogs.find((dialog) => dialog === search.open)
  if (open === undefined) {
    const map = mapPlaces.find((place) => place === search.map)
    return map === undefined ? {} : { map }
  }
  const isOverAttendees = open === 'remove' || open === 'erase' || open === 'sell' || open === 'unsell'
  return {
    open,
    ...(open === 'car' || open === 'going' || open === 'start' ? textOf('practice', search) : {}),
    ...(isOverAttendees ? textOf('member', search) : {}),
    ...((open === 'car' || open === 'going') && search.over === 'upcoming' ? { over: 'upcoming' } : {}),
    ...(isOverAttendees && search.over === 'attendees' ? { over: 'attendees' } : {}),
  }
}

/** The router parses a value that is all digits as a number. */
function textOf<Name extends string>(name: Name, search: Record<string, unknown>) {
  const value = search[name]
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as Record<Name, string>) : {}
}

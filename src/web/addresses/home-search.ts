import { type MapPlace, mapPlaces } from '#domain/maps.ts'

/** Those that only officers open; the last two are of the live practice. */
export const officerDialogs = ['start', 'end', 'remove', 'samples', 'attendees', 'carpool'] as const

/** Which dialog stands open over the home page. It lives in the URL, so that Back closes it and a reload keeps it. */
export const homeDialogs = ['pass', 'past', 'upcoming', 'car', ...officerDialogs] as const
export type HomeDialog = (typeof homeDialogs)[number]

export type HomeSearch = {
  open?: HomeDialog
  /** Of `car` and `start`: the practice that it is about. */
  practice?: string
  /** Of `remove`: the member that it is about. */
  member?: string
  /** The dialog that stays open underneath. */
  over?: 'upcoming'
  /** The map that fills the screen. */
  map?: MapPlace
}

export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const open = homeDialogs.find((dialog) => dialog === search.open)
  if (open === undefined) {
    const map = mapPlaces.find((place) => place === search.map)
    return map === undefined ? {} : { map }
  }
  return {
    open,
    ...(open === 'car' || open === 'start' ? textOf('practice', search) : {}),
    ...(open === 'remove' ? textOf('member', search) : {}),
    ...(open === 'car' && search.over === 'upcoming' ? { over: 'upcoming' } : {}),
  }
}

/** The router reads a value of digits alone as a number. */
function textOf<Name extends string>(name: Name, search: Record<string, unknown>) {
  const value = search[name]
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as Record<Name, string>) : {}
}

// Every page loads this file to parse addresses, so nothing of the page itself belongs here.
const practiceSorts = ['date', 'name', 'limit', 'length'] as const
export type PracticeSort = (typeof practiceSorts)[number]

/** Questions over the list of attendees. */
export const overListAsks = ['remove', 'erase', 'sell', 'unsell'] as const

export const practiceLists = ['answers', 'attendees', 'carpool', 'rain-out'] as const
export type PracticeList = (typeof practiceLists)[number]

/** What the page shows of the practices, and which dialog is open over it. Defaults are left out. */
export type ManagePracticesSearch = {
  q?: string
  sort?: Exclude<PracticeSort, 'date'>
  dir?: 'asc' | 'desc'
  /** The practice whose details or list is open. */
  practice?: string
  list?: PracticeList
  /**
   * The question or form that is open: delete or cancel the practice, change its attendance limit or reply deadline, remind members of it,
   * remove the attendee
   * `member`, erase the guest `member`, sell something to `member`, undo the sale `member`, edit it, or create one; cancel a practice that is none of the calendar's new events, or all that are missing from the calendar.
   */
  ask?:
    | 'delete'
    | 'cancel'
    | 'limit'
    | 'deadline'
    | 'remind'
    | 'remove'
    | 'erase'
    | 'sell'
    | 'unsell'
    | 'edit'
    | 'new'
    | 'cancel-undecided'
    | 'cancel-missing'
  member?: string
}

/** The newest practice and the largest number come first; names start with A. */
export function sortsDescending(sort: PracticeSort) {
  return sort !== 'name'
}

export function readManagePracticesSearch(search: Record<string, unknown>): ManagePracticesSearch {
  const q = textOf(search.q)
  const sort = practiceSorts.find((each) => each === search.sort) ?? 'date'
  const dir = search.dir === 'asc' || search.dir === 'desc' ? search.dir : undefined
  return {
    ...(q === '' ? {} : { q }),
    ...(sort === 'date' ? {} : { sort }),
    ...(dir === undefined || (dir === 'desc') === sortsDescending(sort) ? {} : { dir }),
    ...readDialog(search),
  }
}

function readDialog(search: Record<string, unknown>): ManagePracticesSearch {
  const isAlone = search.ask === 'new' || search.ask === 'cancel-missing'
  if (isAlone) return { ask: search.ask as 'new' | 'cancel-missing' }
  const practice = textOf(search.practice)
  if (practice === '') return {}
  const list = practiceLists.find((each) => each === search.list)
  const member = textOf(search.member)
  const ask = (['delete', 'cancel', 'limit', 'deadline', 'remind', 'edit', 'cancel-undecided'] as const).find(
    (each) => each === search.ask,
  )
  if (ask) return { practice, ask }
  const overList = overListAsks.find((each) => each === search.ask)
  if (list === 'attendees' && overList && member !== '') return { practice, list, ask: overList, member }
  return { practice, ...(list && { list }) }
}

/** The router parses a value that is all digits as a number. */
function textOf(value: unknown) {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
}

import { bowOrder, equipmentOrder } from '#domain/club-bows.ts'

export const filters = ['all', 'outstanding', 'no-rm01', 'rm01-ending', 'officers', 'never-came'] as const
export type MemberFilter = (typeof filters)[number]
export const bowFilters = ['all', ...bowOrder] as const
export type BowFilter = (typeof bowFilters)[number]
export const equipmentFilters = ['all', ...equipmentOrder] as const
export type EquipmentFilter = (typeof equipmentFilters)[number]
export const sortColumns = ['name', 'email', 'attended', 'day-passes', 'balance', 'pass', 'role'] as const
export type SortColumn = (typeof sortColumns)[number]

/** What the page shows of the members, and whose details are open over it. Defaults are left out. */
export type MembersSearch = {
  q?: string
  filter?: Exclude<MemberFilter, 'all'>
  bow?: Exclude<BowFilter, 'all'>
  equipment?: Exclude<EquipmentFilter, 'all'>
  sort?: Exclude<SortColumn, 'name'>
  dir?: 'desc'
  /** The member of the dialog; without `open`, their details are shown. */
  member?: string
  open?: 'practices' | 'role' | 'remove' | 'erase' | 'sell' | 'bulk' | 'undo-bulk'
  /** The details stay open underneath. */
  over?: 'member'
  /** For `undo-bulk`: the bulk edit. */
  edit?: string
}

/** Dialogs about one member. */
const dialogs = ['practices', 'role', 'remove', 'erase', 'sell'] as const

export function readMembersSearch(search: Record<string, unknown>): MembersSearch {
  const q = textOf(search.q)
  const filter = filters.find((each) => each !== 'all' && each === search.filter) as MembersSearch['filter']
  const bow = bowOrder.find((each) => each === search.bow)
  const equipment = equipmentOrder.find((each) => each === search.equipment)
  const sort = sortColumns.find((each) => each !== 'name' && each === search.sort) as MembersSearch['sort']
  const member = textOf(search.member)
  const open = dialogs.find((each) => each === search.open)
  const edit = textOf(search.edit)
  return {
    ...(q === '' ? {} : { q }),
    ...(filter && { filter }),
    ...(bow && { bow }),
    ...(equipment && { equipment }),
    ...(sort && { sort }),
    ...(search.dir === 'desc' && { dir: 'desc' as const }),
    ...(member !== '' && { member }),
    ...(member !== '' && open && { open }),
    ...(search.open === 'bulk' && { open: 'bulk' as const }),
    ...(search.open === 'undo-bulk' && edit !== '' && { open: 'undo-bulk' as const, edit }),
    ...(member !== '' && open && search.over === 'member' && { over: 'member' as const }),
  }
}

/** The router parses a value that is all digits as a number. */
function textOf(value: unknown) {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
}

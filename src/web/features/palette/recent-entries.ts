import { readPersonal, writePersonal } from '#web/lib/personal-storage.ts'

const name = 'palette-recent'
/** More than are shown, because some may be gone, and actions aren't listed again. */
const stored = 12

/** Ids of the entries that this person chose on this device, the last one first. Deleted with the session. */
export function readRecent(userId: string): string[] {
  return readPersonal<string[]>(userId, name) ?? []
}

/** @param id of an entry, also of one that is listed as recent */
export function saveRecent(userId: string, id: string) {
  const chosen = id.replace(/^recent /, '')
  const others = readRecent(userId).filter((each) => each !== chosen)
  writePersonal(userId, name, [chosen, ...others].slice(0, stored))
}

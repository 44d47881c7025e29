/** Older ones can damage a file whose log is reset while it is read (SQLite, “WAL-reset bug”). */
export const oldestSqlite = '3.51.3'

/** @throws where the runtime brings an SQLite that must not be trusted with a club's data (T97) */
export function requireSqlite(version: string) {
  if (!isOlder(version, oldestSqlite)) return
  throw new Error(
    `This version of Node includes SQLite ${version}; ${oldestSqlite} or newer is required. Start Quiver with npm, which uses the right Node.`,
  )
}

/** Of versions in numbers, as 3.51.3. */
export function isOlder(version: string, than: string) {
  const [own, other] = [version, than].map((each) => each.split('.').map(Number))
  const at = other?.findIndex((part, index) => part !== (own?.[index] ?? 0)) ?? -1
  return at >= 0 && (own?.[at] ?? 0) < (other?.[at] ?? 0)
}

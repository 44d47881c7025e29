/**
 * Removes search params that `read` has dropped. The router would otherwise pass on unknown values, as in an old
 * bookmark, as if they were valid.
 */
export function onlyKnown<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
}

/**
 * What `read` dropped from an address is gone. The router would keep it: a value that a page no longer knows, as in an old
 * bookmark, would reach the page as if it were valid.
 */
export function onlyKnown<Search extends object>(read: (search: Record<string, unknown>) => Search) {
  return (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
}

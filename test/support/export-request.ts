/** The app's request for an export, by its kind or by its path with a filter. */
export function exportRequest(kindOrPath: string, headers: Record<string, string> = {}) {
  const path = kindOrPath.startsWith('/') ? kindOrPath : `/exports/${kindOrPath}.csv`
  return { method: 'POST', path, headers, body: {} }
}

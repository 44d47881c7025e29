/** Over the page that scans passes: the member who is buying something. */
export type ScanSearch = { sell?: string }

export function readScanSearch({ sell }: Record<string, unknown>): ScanSearch {
  return typeof sell === 'string' && sell !== '' ? { sell } : {}
}

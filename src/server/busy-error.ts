/** Thrown when too much of the same work is waiting: answered with 503 and `retry-after`, and logged without a stack trace. */
export class BusyError extends Error {
  override name = 'BusyError'
}

/** Without an answer for so long, a request counts as not answered: on a bad line it would hang for minutes. */
const patienceMs = 20_000

/** Ends with `signal`, or when patience does: `AbortSignal.any` and `timeout` in one, for phones without the first. */
export function withPatience(signal?: AbortSignal) {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('No answer in time.', 'TimeoutError')), patienceMs)
  signal?.addEventListener('abort', () => controller.abort(signal.reason))
  if (signal?.aborted) controller.abort(signal.reason)
  return controller.signal
}

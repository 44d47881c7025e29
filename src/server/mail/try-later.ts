/** What a far end throws that says itself when it wants to be asked again. */
export class TryLaterError extends Error {
  override name = 'TryLaterError'
  readonly afterMs: number

  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

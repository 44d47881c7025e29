/** What a far end throws that says itself when it wants to be asked again. */
export class TryLaterError extends Error {
  override name = 'TryLaterError'
  readonly afterMs: number

  constructor(message: string, afterMs: number) {
    super(message)
    this.afterMs = afterMs
  }
}

/** What a way of sending throws where the far end may have taken all of it, and its answer was lost. */
export class MayHaveArrivedError extends Error {
  override name = 'MayHaveArrivedError'
}

/** What members put there: pictures so far. Names are ours, never theirs. */
export type ClubFiles = {
  /** The paths of all files, in order, with forward slashes. */
  list: () => Promise<string[]>
  /** Null when it is gone. */
  read: (path: string) => Promise<Bytes | null>
  /** There whole and for good when it resolves. */
  write: (path: string, content: Bytes) => Promise<void>
  /** Also when it is gone already. */
  remove: (path: string) => Promise<void>
}

export type Bytes = AsyncIterable<Buffer>

/** The place of the files can't be reached, or takes nothing just now: worth trying again (T66). */
export class FilesAway extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what} (${cause instanceof Error ? `${cause.name}: ${cause.message}` : cause})`, { cause })
    this.name = 'FilesAway'
  }
}

/** A small file in one piece. */
export async function readWhole(content: Bytes) {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function* inOnePiece(content: Buffer): Bytes {
  yield content
}

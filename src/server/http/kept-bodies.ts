import { createHash } from 'node:crypto'

/**
 * What stands in the answers of many alike, word for word, and changes more often than the rest of each: it is written and hashed once
 * for all of them.
 */
export type Shared = { text: string; bytes: Buffer; hash: string }

/** An answer as it is kept: what comes before and after the shared piece; `after` is null without one. */
export type Body = { before: Buffer; after: Buffer | null; shared: Shared | null; ownHash: string; etag: string }

/** With its name, as it stands nowhere else: in whatever somebody wrote the quotes are escaped. */
export function asShared(name: string, value: object): Shared {
  const text = `${JSON.stringify(name)}:${JSON.stringify(value)}`
  return { text, bytes: Buffer.from(text), hash: hashOf(text) }
}

/** @param shared what is looked for in it; an answer that does not hold it stands for itself */
export function asBody(text: string, shared: Shared | null): Body {
  const at = shared === null ? -1 : text.indexOf(shared.text)
  if (shared === null || at === -1) {
    const ownHash = hashOf(text)
    return { before: Buffer.from(text), after: null, shared: null, ownHash, etag: etagOf(ownHash, null) }
  }
  const [before, after] = [text.slice(0, at), text.slice(at + shared.text.length)]
  const ownHash = hashOf(`${at} ${before}${after}`)
  return { before: Buffer.from(before), after: Buffer.from(after), shared, ownHash, etag: etagOf(ownHash, shared) }
}

/** The same answer with what is shared as it is now. */
export function withShared(body: Body, shared: Shared): Body {
  return { ...body, shared, etag: etagOf(body.ownHash, shared) }
}

export function bytesOf({ before, after, shared }: Body) {
  return shared === null || after === null ? before : Buffer.concat([before, shared.bytes, after])
}

/** What it takes of the memory by itself. */
export function sizeOf({ before, after }: Body) {
  return before.length + (after?.length ?? 0)
}

/** Strong: other bytes, another name. */
function etagOf(ownHash: string, shared: Shared | null) {
  return `"${ownHash}${shared?.hash ?? ''}"`
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}

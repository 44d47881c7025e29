import { createHash } from 'node:crypto'

/**
 * What stands in the answers of many alike, word for word, and changes more often than the rest of each: it is written and hashed once
 * for all of them.
 */
export type Shared = { text: string; bytes: Buffer; hash: string }

/**
 * An answer as it is kept: what comes before and after the shared piece; `after` is null without one. The piece itself is not held: a
 * thousand answers would hold a thousand former ones.
 */
export type Body = { before: Buffer; after: Buffer | null; ownHash: string }

/** With its name, as it stands nowhere else: in whatever somebody wrote the quotes are escaped. */
export function asShared(name: string, value: object): Shared {
  const text = `${JSON.stringify(name)}:${JSON.stringify(value)}`
  return { text, bytes: Buffer.from(text), hash: hashOf(text) }
}

/** @param shared what is looked for in it; an answer that does not hold it stands for itself */
export function asBody(text: string, shared: Shared | null): Body {
  const at = shared === null ? -1 : text.indexOf(shared.text)
  if (shared === null || at === -1) return { before: Buffer.from(text), after: null, ownHash: hashOf(text) }
  const [before, after] = [text.slice(0, at), text.slice(at + shared.text.length)]
  return { before: Buffer.from(before), after: Buffer.from(after), ownHash: hashOf(`${at} ${before}${after}`) }
}

/** @param shared as it is now; where the answer has no such piece, it does not matter */
export function bytesOf({ before, after }: Body, shared: Shared | null) {
  return shared === null || after === null ? before : Buffer.concat([before, shared.bytes, after])
}

/** What it takes of the memory by itself. */
export function sizeOf({ before, after }: Body) {
  return before.length + (after?.length ?? 0)
}

/** Strong: other bytes, another name. */
export function etagOf({ ownHash, after }: Body, shared: Shared | null) {
  return after === null || shared === null ? `"${ownHash}"` : `"${ownHash}${shared.hash}"`
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}

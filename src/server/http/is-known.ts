import type { IncomingMessage } from 'node:http'
import fresh from 'fresh'

/** Whether who asks has it already: by this ETag, or by it among others, weakened by a proxy that packs, or by any (`*`). */
export function isKnown({ headers }: Pick<IncomingMessage, 'headers'>, etag: string) {
  const known = headers['if-none-match']
  return known === etag || (known !== undefined && fresh({ 'if-none-match': known }, { etag }))
}

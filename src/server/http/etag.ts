import type { IncomingMessage } from 'node:http'
import fresh from 'fresh'

/** Whether the client has it already: by this ETag, by it among others, weakened by a proxy that compresses, or by any (`*`). */
export function matchesEtag({ headers }: Pick<IncomingMessage, 'headers'>, etag: string) {
  const known = headers['if-none-match']
  return known !== undefined && fresh({ 'if-none-match': known }, { etag })
}

import { createHash } from 'node:crypto'
import { startFaultyServer } from './faulty-server.ts'

/**
 * A stand-in for a server with an ICS feed, over real HTTP: it serves `feed.text`, with an ETag and a Last-Modified
 * according to `feed.validators`, and responds 304 to a conditional request that matches.
 */
export async function startFakeIcsFeed(text = '') {
  const feed = {
    text,
    validators: { etag: true, lastModified: false },
    lastModified: 'Sat, 01 Aug 2026 12:00:00 GMT',
  }
  const server = await startFaultyServer(({ headers }) => {
    const etag = `"${createHash('sha1').update(feed.text).digest('hex')}"`
    const given = {
      'content-type': 'text/calendar; charset=utf-8',
      ...(feed.validators.etag ? { etag } : {}),
      ...(feed.validators.lastModified ? { 'last-modified': feed.lastModified } : {}),
    }
    const known =
      (feed.validators.etag && headers['if-none-match'] === etag) ||
      (feed.validators.lastModified && headers['if-modified-since'] === feed.lastModified)
    return known ? { status: 304, headers: given, body: '' } : { status: 200, headers: given, body: feed.text }
  })
  return Object.assign(feed, server, { url: `${server.origin}/club/basic.ics` })
}

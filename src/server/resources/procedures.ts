import { person } from '../http/ladder.ts'

/** As the club's settings have them; none where they say nothing. */
const get = person.resources.get.handler(({ context: { parts } }) => ({
  links: (parts.club.resources ?? []).map(({ label, url, kind = null, date = null }) => ({ label, url, kind, date })),
}))

export const resources = { get }

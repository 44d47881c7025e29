import type { Browser } from '@playwright/test'
import { openPerson } from './person.ts'
import { quickMember, takeSession } from './quick-member.ts'
import type { RunningServer } from './server.ts'

/** In CSS pixels: a phone and a desktop. */
export const widths = [390, 1280]

/** All widths with `QUIVER_MANY=1`, otherwise one of them by the number of the journey, so that each gets its share. */
export function widthsOf(journey: number) {
  return process.env.QUIVER_MANY === '1' ? widths : [widths[journey % widths.length] ?? 0]
}

/**
 * Who looks at a screen, and its width: the requirements for screens apply to all four combinations (`QUIVER_MANY=1`);
 * by default a member on a phone and an officer on a desktop check them.
 */
export const ways = (['a member', 'an officer'] as const)
  .flatMap((who) => widths.map((width) => ({ who, width, officer: who === 'an officer' })))
  .filter(({ officer, width }) => process.env.QUIVER_MANY === '1' || officer === (width === widths.at(-1)))

export type Way = (typeof ways)[number]
type NewcomerInput = Omit<Parameters<typeof quickMember>[1], 'email' | 'officer'>
type Options = NewcomerInput & { height?: number; signedIn?: boolean }

let made = 0

/** A new person, signed in unless specified otherwise, in a browser of this width. */
export async function openNewcomer(browser: Browser, server: RunningServer, way: Way, options: Options = {}) {
  const { height, signedIn = true, ...facts } = options
  const email = `archer${++made}.${process.pid}@purdue.edu`
  const member = await quickMember(server, { ...facts, email, officer: way.officer })
  const person = await openPerson(browser, server, { width: way.width, ...(height === undefined ? {} : { height }) })
  if (signedIn) await takeSession(person.context, server, member)
  return { ...person, member }
}

import { startClubAtPractice } from './live-club.ts'
import { jpeg } from './pictures.ts'
import { givePicture, loggedInAgain, memberIdOf, quickMember } from './quick-member.ts'
import type { RunningServer } from './server.ts'
import type { EndingFacts } from './session-endings.ts'

/** A club whose members share a computer: what it shows one of them about others, the next one must not find there. */
export async function startSharedComputerClub({ env = {} }: { env?: Record<string, string> } = {}) {
  const club = await startClubAtPractice(['tonight'], { ahead: 1, env })
  // Directly to the server, even where its public address leads through a proxy.
  const server: RunningServer = { ...club.server, url: `http://localhost:${club.server.env.PORT}` }
  const olga = await quickMember(server, { email: 'olga@purdue.edu', officer: true })
  const zephyrine = await quickMember(server, {
    email: 'zephyrine@purdue.edu',
    first: 'Zephyrine',
    last: 'Quillfeather',
  })
  const xenia = await quickMember(server, { email: 'xenia@purdue.edu', first: 'Xenia', last: 'Quillfeather' })
  await xenia.call('passes.use')
  await olga.call('practices.start', { practiceId: 'tonight' })
  await zephyrine.call('passes.use')
  await zephyrine.call('practices.checkIn', { practiceId: 'tonight' })
  return {
    server,
    /** The upcoming practice. */
    practiceId: 'ahead-1',
    /** Whether Xenia is at the live practice; afterwards she isn't. */
    async takeXenia() {
      const { live } = (await xenia.call('home.get')) as { live: { checkedInAt: string | null } }
      const memberId = await memberIdOf(olga, xenia.email)
      await olga.call('scans.undo', { practiceId: 'tonight', memberId })
      return live.checkedInAt !== null
    },
    /** Creates a member who sits down at the computer and is also logged in on another device. */
    async newcomer(email: string): Promise<Omit<EndingFacts, 'clearCookies' | 'takeSession'>> {
      const ana = await quickMember(server, { email, first: 'Marvellous', last: 'Oakes', officer: true })
      // A new address: browsers show a recently shown photo from memory, without checking their cache.
      await givePicture(server, zephyrine, await jpeg())
      const { person } = (await ana.call('session.get')) as { person: { userId: string } }
      return { server, olga, ana, anaId: person.userId, elsewhere: await loggedInAgain(server, ana) }
    },
    dispose: club.dispose,
    [Symbol.asyncDispose]: club.dispose,
  }
}

/**
 * Runs in the page, so it can't use anything from its scope. @returns what the browser's HTTP cache returns for these
 * addresses
 */
export async function cachedInPage(addresses: string[]) {
  const bodies = addresses.map(async (address) => {
    const answer = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
    if (!answer?.ok) return ''
    return address.includes('/files/pictures/') ? `cached ${address}` : answer.text()
  })
  return (await Promise.all(bodies)).join('\n')
}

const kinds = {
  email: /[\w.]+@purdue\.edu/i,
  'own name': /marvellous|oakes/i,
  'other person': /quillfeather|zephyrine/i,
  'cached photo': /cached \S+\/files\/pictures\//,
}

/** All kinds of traces, which a computer has while someone is logged in there. */
export const allKinds = Object.keys(kinds).sort()

/** @param text everything that the computer stores @returns the kinds of traces that no one else may find there */
export function found(text: string) {
  return Object.entries(kinds)
    .flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))
    .sort()
}

/**
 * Someone who is logged in now sees the other members there, and themselves. @returns whether anything of the previous
 * person is left
 */
export function hasOwnName(text: string) {
  return kinds['own name'].test(text)
}

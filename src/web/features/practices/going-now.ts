import type { GoingMember } from '#contract/practices.ts'
import type { Person } from '#contract/session.ts'
import { takesSpot } from '#domain/rsvp.ts'
import type { RsvpPractice } from './rsvp-changes.ts'

/** As many faces as the server sends with a practice. */
const mostFaces = 5

type Me = Pick<Person, 'userId' | 'displayName' | 'nameFirst' | 'pictureUrl' | 'showGoing'>

/**
 * The faces of a practice with the reader's own RSVP and choice as they are on the screen, before the server has them.
 * @param practice.going missing in a response that an earlier release stored on the phone
 */
export function goingNow(
  { going = [], myAnswer, myPosition }: Pick<RsvpPractice, 'myAnswer' | 'myPosition'> & { going?: GoingMember[] },
  me: Me | null,
): GoingMember[] {
  if (me === null) return going
  const isShown = me.showGoing === true && takesSpot(myAnswer) && myPosition === null
  if (!isShown) return going.filter(({ memberId }) => memberId !== me.userId)
  if (going.length >= mostFaces || going.some(({ memberId }) => memberId === me.userId)) return going
  const { userId, displayName, nameFirst, pictureUrl } = me
  return [...going, { memberId: userId, name: displayName, nameFirst, pictureUrl }]
}

import type { GoingMember } from '#contract/practices.ts'
import type { Person } from '#contract/session.ts'
import { takesSpot } from '#domain/rsvp.ts'
import type { RsvpPractice } from './rsvp-changes.ts'

/** As many faces as the server sends with a practice. */
const mostFaces = 5

type Me = Pick<Person, 'userId' | 'displayName' | 'nameFirst' | 'pictureUrl' | 'showGoing'>

/**
 * The faces of a practice with the reader's own RSVP and choice as they are on the screen, before the server has them: the reader's own
 * face first, so that they see that they're in.
 * @param practice.going missing in a response that an earlier release stored on the phone
 */
export function goingNow(
  { going = [], myAnswer, myPosition }: Pick<RsvpPractice, 'myAnswer' | 'myPosition'> & { going?: GoingMember[] },
  me: Me | null,
): GoingMember[] {
  if (me === null) return going
  const isShown = me.showGoing === true && takesSpot(myAnswer) && myPosition === null
  const others = going.filter(({ memberId }) => memberId !== me.userId)
  if (!isShown) return others
  const { userId, displayName, nameFirst, pictureUrl } = me
  return [{ memberId: userId, name: displayName, nameFirst, pictureUrl }, ...others].slice(0, mostFaces)
}

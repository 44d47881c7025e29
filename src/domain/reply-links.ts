/** The links in emails and notifications with which a member replies to one practice without logging in. */

/** `link-unknown`: also for a removed member or a deleted practice, so that the link tells nothing about them. */
export type ReplyLinkRefusal = 'link-unknown' | 'practice-started' | 'practice-over'

/** A link works until its practice starts. @returns why it doesn't, or null */
export function refusalOfReplyLink(
  practice: { startsAt: string; endsAt: string; startedAt: string | null },
  now: string,
): Exclude<ReplyLinkRefusal, 'link-unknown'> | null {
  if (practice.endsAt <= now) return 'practice-over'
  return practice.startedAt !== null || practice.startsAt <= now ? 'practice-started' : null
}

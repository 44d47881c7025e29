import type { Secrets } from '#server/crypto/secrets.ts'

/**
 * The token of a reply link: member and practice, encrypted so that it reveals nothing and can't be forged. Nothing is stored, so it
 * works until the practice starts or AUTH_SECRET changes.
 */
export function replyToken(secrets: Pick<Secrets, 'sealReply'>, memberId: string, practiceId: string) {
  return secrets.sealReply(JSON.stringify([memberId, practiceId]))
}

/** @returns null for a token that isn't ours */
export function readReplyToken(secrets: Pick<Secrets, 'unsealReply'>, token: string) {
  try {
    const [memberId, practiceId] = JSON.parse(secrets.unsealReply(token)) as [string, string]
    return { memberId, practiceId }
  } catch {
    return null
  }
}

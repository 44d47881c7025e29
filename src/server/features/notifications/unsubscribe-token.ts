import { type NewsKind, newsKinds } from '#domain/notifications.ts'
import type { Secrets } from '#server/auth/secrets.ts'

/**
 * The secret of the links that switch mails off: whose, and which. Sealed, so that it tells nobody anything and nobody else can
 * make one; nothing is stored, so it works for as long as the mail lies in its inbox, until AUTH_SECRET is changed.
 */
export function unsubscribeToken(secrets: Pick<Secrets, 'sealStop'>, memberId: string, news: NewsKind) {
  return secrets.sealStop(`${news} ${memberId}`)
}

/** The code beside such a link: as long as the link, it is the same in each mail of the kind. */
export function unsubscribeCode(secrets: Pick<Secrets, 'mailCode'>, memberId: string, news: NewsKind) {
  return secrets.mailCode(`unsubscribe ${news} ${memberId}`)
}

export function readUnsubscribeToken(secrets: Pick<Secrets, 'unsealStop'>, token: string) {
  try {
    const [kind, memberId] = secrets.unsealStop(token).split(' ')
    const news = newsKinds.find((each) => each === kind)
    return news && memberId ? { news, memberId } : null
  } catch {
    return null
  }
}

import { stopMessages } from '#domain/stop-messages.ts'
import { anyone } from '../http/ladder.ts'
import { refuse } from '../http/refusals.ts'
import { stopMails } from './stop-mails.ts'

/** By the token of a link, from the page that it leads to. */
const stop = anyone.newsMails.stop.handler(async ({ input, context: { parts, write } }) => {
  const news = await stopMails(parts, write, input.token)
  if (news === null) throw refuse('link-unknown', stopMessages.linkUnknown)
  return { news }
})

export const newsMails = { stop }

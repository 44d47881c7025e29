import { stopMessages } from '#domain/text/email-link-messages.ts'
import { publicProcedure } from '#server/http/procedures.ts'
import { refuse } from '#server/http/refusals.ts'
import { unsubscribe } from './unsubscribe.ts'

/** By the token of a link, from the page that it leads to. */
const stop = publicProcedure.newsMails.stop.handler(async ({ input, context: { ctx, write } }) => {
  const news = await unsubscribe(ctx, write, input.token)
  if (news === null) throw refuse('link-unknown', stopMessages.linkUnknown)
  return { news }
})

export const newsMails = { stop }

import { signedInProcedure } from '#server/http/procedures.ts'

/** As the club's settings have them; none, or the samples of a fresh start, where they say nothing. */
const get = signedInProcedure.resources.get.handler(async ({ context: { ctx } }) => {
  const { resources } = await ctx.shownClub()
  return {
    links: (resources ?? []).map(({ label, url, kind = null, date = null }) => ({ label, url, kind, date })),
    samples: resources !== ctx.club.resources,
  }
})

export const resources = { get }

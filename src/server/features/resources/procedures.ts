import { signedInProcedure } from '#server/http/procedures.ts'

/** Links from the club's settings; if unset, the samples of a new installation, or none. */
const get = signedInProcedure.resources.get.handler(({ context: { ctx } }) => {
  const { resources } = ctx.shownClub
  return {
    links: (resources ?? []).map(({ label, url, kind = null, date = null }) => ({ label, url, kind, date })),
    samples: resources !== ctx.club.resources,
  }
})

export const resources = { get }

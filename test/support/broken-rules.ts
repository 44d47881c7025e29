import { runChecks } from '#server/ops/verify/run-checks.ts'

/** What `quiver verify` finds wrong with a club, including the file itself and its references, without the command line. */
export async function brokenRules(ctx: Parameters<typeof runChecks>[0]) {
  const broken: string[] = []
  await runChecks(ctx, (title, { wrong }) => {
    for (const line of wrong.slice(0, 3)) broken.push(`${title}: ${line}`)
  })
  return broken
}

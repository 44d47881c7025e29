import { runChecks } from '#server/ops/verify/run-checks.ts'

/** What `quiver verify` finds wrong with a club, the file itself and its references included; without its command line. */
export async function brokenRules(ctx: Parameters<typeof runChecks>[0]) {
  const broken: string[] = []
  await runChecks(ctx, (title, { wrong }) => {
    for (const line of wrong.slice(0, 3)) broken.push(`${title}: ${line}`)
  })
  return broken
}

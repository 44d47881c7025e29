import type { Command } from 'commander'
import { SettingError } from '#server/ops/config/club-config.ts'
import type { SeededDemo } from '#server/ops/demo/seed-demo.ts'
import { examples, type Terminal } from '#server/ops/terminal.ts'
import { openClub } from './open-club.ts'

/** Adds `seed demo`: a realistic club in an empty data folder. */
export function addSeedCommands(program: Command, terminal: Terminal) {
  const seed = program
    .command('seed')
    .description('Fills an empty data folder.')
    .summary('Fill an empty data folder')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText('after', examples(['seed demo', 'a realistic club to look at']))

  seed
    .command('demo')
    .description(
      'Creates a realistic club: 60 members, a semester of past practices, one live now, and weeks of upcoming ones.\n\n' +
        'It needs an empty data folder and only runs on this machine, since everyone in it has the same password, which it prints. ' +
        '"npm run demo" does this in a separate folder and starts the server.',
    )
    .summary('Create a realistic club to look at')
    .addHelpText('after', '\nExample:\n  DATA_DIR=/tmp/quiver-demo npm run quiver -- seed demo')
    .action(() => seedDemoClub(terminal))
}

export async function seedDemoClub({ env, complain, say }: Terminal) {
  await using club = await openClub({ env, complain }, { mayBeNew: true })
  const { environment } = club
  if (!environment.local)
    throw new SettingError(`The demo only runs on this machine. Leave BASE_URL out (it’s ${environment.baseUrl}).`)
  if (environment.calendar.kind !== 'built-in')
    throw new SettingError('The demo uses the built-in calendar. Leave GOOGLE_CALENDAR_ID and CALENDAR_ICS_URL out.')
  // Loaded only when needed: these load the whole app.
  const { createCommandContext } = await import('./command-context.ts')
  const { seedDemo } = await import('#server/ops/demo/seed-demo.ts')
  const ctx = createCommandContext(club)
  const seeded = await seedDemo(ctx).finally(() => ctx.pictures.stop())
  for (const line of demoBlock(seeded, environment.baseUrl)) say(line)
}

function demoBlock({ people, behind, ahead, signIns, password }: SeededDemo, baseUrl: string) {
  const width = Math.max(...signIns.map(({ email }) => email.length))
  return [
    `The demo club: ${people} members, ${behind} past practices, one live now, ${ahead} upcoming.`,
    '',
    `  Log in at ${baseUrl}/login`,
    ...signIns.map(({ who, email }) => `    ${email.padEnd(width)}  ${who}`),
    `  with the password "${password}" (the same for everyone, new for each demo club).`,
    '',
  ]
}

import type { Command } from 'commander'
import { SettingError } from '../config/club-config.ts'
import { openClub } from './club.ts'
import type { SeededDemo } from './seed/seed-demo.ts'
import { examples, type Terminal } from './terminal.ts'

/** `seed demo`: a lifelike club in an empty data folder. */
export function addSeedCommands(program: Command, terminal: Terminal) {
  const seed = program
    .command('seed')
    .description('Fills an empty data folder.')
    .summary('Fill an empty data folder')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText('after', examples(['seed demo', 'a lifelike club to look at']))

  seed
    .command('demo')
    .description(
      'Makes a lifelike club: 60 members, a semester of practices behind, one live now, and weeks ahead.\n\n' +
        'It goes into an empty data folder only, and stays on this machine, for everybody in it has the same known ' +
        'password. "npm run demo" does this in a folder of its own and starts the server on it.',
    )
    .summary('Make a lifelike club to look at')
    .addHelpText('after', '\nExample:\n  DATA_DIR=/tmp/quiver-demo npm run quiver -- seed demo')
    .action(() => seedDemoClub(terminal))
}

export async function seedDemoClub({ env, complain, say }: Terminal) {
  await using club = await openClub({ env, complain }, { mayBeNew: true })
  const { environment } = club
  if (!environment.local)
    throw new SettingError(
      `The demo's password is known to everyone, so it is for this machine only. Leave BASE_URL out (it is ${environment.baseUrl}).`,
    )
  if (environment.calendar.kind !== 'built-in')
    throw new SettingError(
      'The demo keeps its practices in the built-in calendar. Leave GOOGLE_CALENDAR_ID and CALENDAR_ICS_URL out.',
    )
  // These bring the whole app along, which no other command needs.
  const { createCommandParts } = await import('./command-parts.ts')
  const { seedDemo, demoPassword } = await import('./seed/seed-demo.ts')
  const parts = createCommandParts(club)
  const seeded = await seedDemo(parts).finally(() => parts.pictures.stop())
  for (const line of demoBlock(seeded, environment.baseUrl, demoPassword)) say(line)
}

function demoBlock({ people, behind, ahead, signIns }: SeededDemo, baseUrl: string, password: string) {
  const width = Math.max(...signIns.map(({ email }) => email.length))
  return [
    `The demo club: ${people} members, ${behind} practices behind, one live now, ${ahead} ahead.`,
    '',
    `  Sign in at ${baseUrl}/login`,
    ...signIns.map(({ who, email }) => `    ${email.padEnd(width)}  ${who}`),
    `  with the password "${password}" (the same for everybody).`,
    '',
  ]
}

import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { SettingError } from '#server/ops/config/club-config.ts'
import { dataDirOf } from '#server/ops/config/environment.ts'
import { asTyped } from './terminal.ts'

/** Without the two dashes npm keeps the options for itself, and a look at an import would be the import. @throws SettingError */
export function checkNpmSwallowedFlag(command: Command, env: NodeJS.ProcessEnv) {
  for (const { long } of command.options) {
    const kept = `npm_config_${long?.slice(2).replaceAll('-', '_')}`
    if (env[kept] !== undefined)
      throw new SettingError(
        `npm treated ${long} as one of its own options. Put two dashes between "quiver" and the command: ${asTyped(`${wordsOf(command)} …`)}`,
      )
  }
}

/** `import firebase`. */
function wordsOf(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${wordsOf(parent)} ${command.name()}` : command.name()
}

/** What root writes into another user's club, that user's server can't open any more. @throws SettingError */
export function refuseAsRoot(env: NodeJS.ProcessEnv, me = process.getuid?.()) {
  const dataDir = dataDirOf(env)
  const { uid } = statSync(dataDir, { throwIfNoEntry: false }) ?? {}
  if (me === 0 && uid !== undefined && uid !== 0)
    throw new SettingError(
      `${dataDir} belongs to another user (${uid}), who couldn’t open files made by root. Run this as the user the server runs as: sudo -iu quiver`,
    )
}

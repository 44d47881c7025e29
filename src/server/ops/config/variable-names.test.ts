import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { lookAtEnvironment } from './environment.ts'
import { fileOfSettings, variableNames } from './variables.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

test('every variable that the settings ask for is in the list and in the handbook', () => {
  const asked = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .flatMap((name) => [
      ...read(`src/server/ops/config/${name}`).matchAll(/(?:get|variablesOf\(env\))\('([A-Z_0-9]+)'\)/g),
    ])
    .map(([, name]) => name)
  expect(new Set(asked).size).toBeGreaterThan(15)
  const table = read('docs/install.md').split('## All variables')[1] ?? ''
  for (const name of new Set([...asked, ...variableNames])) {
    expect(variableNames).toContain(name)
    // These two replace external services, and are only for tests.
    if (!['GOOGLE_CALENDAR_URL', 'PUSH_SERVICE_URL'].includes(name ?? '')) expect(table).toContain(`\`${name}\``)
  }
})

test('the example is accepted, and what is switched off in it is, too', () => {
  const text = read('deploy/quiver.env.example')
  const off = text.replace(/^# ([A-Z_0-9]+=)/gm, '$1')
  for (const env of [
    parseEnv(text),
    parseEnv(off.replace(/^GOOGLE_.*$/gm, '').replaceAll('…', 'abcdefghijklmnopqrstuvwxyz0123456789')),
  ]) {
    expect(Object.keys(env).filter((name) => !variableNames.includes(name))).toEqual([])
    expect(lookAtEnvironment(env).wrong).toEqual([])
  }
})

test('a file of settings is read where there is one, spaces and all; the environment comes before it', () => {
  using made = emptyFolder()
  mkdirSync(join(made.folder, 'scripts'))
  cpSync(join(root, 'scripts/settings.mjs'), join(made.folder, 'scripts/settings.mjs'))
  writeFileSync(join(made.folder, fileOfSettings), 'MAIL_FROM="Archery Club <a@b.edu>"\nPORT=4000\n')
  const program = 'console.log(JSON.stringify([process.env.MAIL_FROM ?? null, process.env.PORT ?? null]))'
  const words = ['--import', join(made.folder, 'scripts/settings.mjs'), '-e', program]
  const run = (env: Record<string, string>) => {
    const { stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
    return { said: JSON.parse(stdout || 'null'), stderr }
  }
  expect(run({})).toEqual({ said: ['Archery Club <a@b.edu>', '4000'], stderr: '' })
  expect(run({ PORT: '5000' }).said[1]).toBe('5000')
})

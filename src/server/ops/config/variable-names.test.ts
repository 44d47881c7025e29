import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
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

describe('the file of settings', () => {
  function withFile(text: string, env: Record<string, string> = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'quiver-settings-'))
    try {
      mkdirSync(join(folder, 'scripts'))
      cpSync(join(root, 'scripts/settings.mjs'), join(folder, 'scripts/settings.mjs'))
      writeFileSync(join(folder, fileOfSettings), text)
      const program = 'console.log(JSON.stringify([process.env.MAIL_FROM ?? null, process.env.PORT ?? null]))'
      const words = ['--import', join(folder, 'scripts/settings.mjs'), '-e', program]
      const { stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' })
      return { said: JSON.parse(stdout || 'null'), stderr }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  test('is read where there is one, spaces and all; the environment comes before it', () => {
    const text = 'MAIL_FROM="Archery Club <a@b.edu>"\nPORT=4000\n'
    expect(withFile(text)).toEqual({ said: ['Archery Club <a@b.edu>', '4000'], stderr: '' })
    expect(withFile(text, { PORT: '5000' }).said[1]).toBe('5000')
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startFaultyServer } from './support/faulty-server.ts'

const fingerprint = `sha512-${'A'.repeat(86)}==`
const tool = { version: '1.0.0', dev: true, optional: true, cpu: ['arm64'] }
const lock = {
  packages: {
    '': { name: 'club' },
    'node_modules/@tools/here': { version: '1.0.0', integrity: 'sha512-as-it-was', optionalDependencies: {} },
    'node_modules/@tools/darwin-arm64': tool,
    'node_modules/@tools/win32-arm64': tool,
  },
}

// Shows: T97
test('the lock file gets the fingerprints that the registry has, and keeps the others for another day (T97)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-lock-'))
  const registry = await startFaultyServer(({ path }) => {
    if (path !== '/@tools/darwin-arm64') return { status: 404, headers: {}, body: '{}' }
    const version = {
      name: path.slice(1),
      version: '1.0.0',
      dist: { integrity: fingerprint, tarball: 'http://x/x.tgz' },
    }
    const packument = { name: path.slice(1), 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(packument) }
  })
  try {
    await mkdir(join(folder, 'scripts'))
    await cp(
      join(import.meta.dirname, '../scripts/lockfile-integrity.mjs'),
      join(folder, 'scripts/lockfile-integrity.mjs'),
    )
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const env = { ...process.env, npm_config_registry: registry.origin, npm_config_cache: join(folder, 'cache') }
    const child = spawn(process.execPath, ['scripts/lockfile-integrity.mjs', '--fingerprints'], { cwd: folder, env })
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    const [code] = await once(child, 'close')
    expect([code, said]).toEqual([0, '0 added to package-lock.json\n1 fingerprints added; 1 not in this registry\n'])
    const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
    expect(packages).toEqual({
      ...lock.packages,
      'node_modules/@tools/darwin-arm64': { ...tool, integrity: fingerprint },
    })
    expect(registry.requests.map(({ path }) => path)).not.toContain('/@tools/here')
  } finally {
    await registry.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

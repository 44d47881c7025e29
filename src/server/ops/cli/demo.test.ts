import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startProcess } from '#test/support/command.ts'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { freePort } from '#test/support/server.ts'

const program = join(import.meta.dirname, 'demo.ts')

/** An address of this machine in its network; without a network, one that only HOST=0.0.0.0 listens on. */
function addressForOthers() {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2'
}

describe('npm run demo', () => {
  test('makes a new club at each start and serves it, and ignores the real club’s settings', async () => {
    using made = emptyFolder()
    const real = join(made.folder, 'real')
    const PORT = String(await freePort())
    const env = {
      PORT,
      DATA_DIR: real,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/real',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'club@example.edu',
      GOOGLE_CALENDAR_ID: 'real',
      GOOGLE_API_KEY: 'real',
      // Only one of five variables, which would be refused if it were read.
      BACKUP_S3_BUCKET: 'real',
    }
    const known = ['ten rings of gold']
    for (const start of ['first', 'second']) {
      const HOST = start === 'first' ? '127.0.0.1' : '0.0.0.0'
      const demo = startProcess(program, [], { cwd: made.folder, env: { ...env, HOST } })
      const [, password = ''] = await demo.line(/with the password "([^"]+)"/)
      await demo.line(/is ready: http:\/\/localhost:\d+/)
      const origin = `http://localhost:${PORT}`
      const signInWith = (password: string, host: string) =>
        fetch(`http://${host}:${PORT}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin },
          body: JSON.stringify({ email: 'kai.nakamura@purdue.edu', password }),
        })
      const signIn = await signInWith(password, HOST === '0.0.0.0' ? addressForOthers() : 'localhost')
      expect(signIn.status).toBe(200)
      // Neither a password that was once in the source code nor the one of an earlier demo works.
      for (const old of known) expect((await signInWith(old, 'localhost')).status).toBe(401)
      known.push(password)
      const merch = await fetch(`${origin}/merch`, { redirect: 'manual' })
      expect(merch.headers.get('location')).toBe('https://store.example.com/archery/merch')

      if (start === 'second') {
        const another = await startProcess(program, [], { cwd: made.folder, env }).ended
        expect(another).toEqual({ code: 2, stdout: '', stderr: 'The demo is already running. Stop it first.\n' })
      }
      demo.stop()
      expect(await demo.ended).toMatchObject({ code: 0, stderr: '' })
    }
    expect(existsSync(real)).toBe(false)
  }, 120_000)

  test('leaves a folder alone that it did not make', async () => {
    using made = emptyFolder()
    const folder = join(made.folder, 'data', 'demo')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'quiver.db'), 'somebody’s club')
    const { code, stdout, stderr } = await startProcess(program, [], { cwd: made.folder }).ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^\S+data\/demo wasn’t made by the demo, so it won’t be deleted\. Move it somewhere else first\.\n$/,
    )
    expect(existsSync(join(folder, 'quiver.db'))).toBe(true)
  })
})

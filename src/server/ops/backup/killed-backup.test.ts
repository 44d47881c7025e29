import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createPlaces, envOf, manifestOf, quiver } from '#test/support/backup.ts'
import { engines, type TestClub } from '#test/support/club.ts'
import { startCommand } from '#test/support/command.ts'
import { auditRow, createUsedClub } from '#test/support/corruptions/used-club.ts'

/** Enough rows that a kill can interrupt the command. */
async function fillAudit(club: TestClub, actor: string) {
  const rows = () => Array.from({ length: 1000 }, () => auditRow({ actor, action: 'x'.repeat(100), target: 'much' }))
  for (let i = 0; i < 20; i++) await club.db.insertInto('audit').values(rows()).execute()
}

/** When to kill, as a fraction of an uninterrupted run's duration. */
const points = [0.5, 0.7, 0.9]
const withinLimits = { timeout: 20_000, interval: 50 }

describe.each(engines)('kill -9 (%s)', (engine) => {
  // Shows: T73
  test('of a backup leaves none under its name; of a restore, an empty place where it can be run again', async () => {
    await using places = createPlaces()
    const { club, kai } = await createUsedClub(engine)
    await fillAudit(club, kai.id)
    const outcomes: string[] = []
    let caught = 0

    /**
     * Starts a command and kills it while it runs.
     * @returns whether it had already finished
     */
    const killAfter = async (wait: () => Promise<unknown>, words: string[], env: NodeJS.ProcessEnv) => {
      const command = startCommand(words, { env })
      await Promise.race([wait(), command.ended])
      command.kill()
      return (await command.ended).code === 0
    }
    const timed = async (words: string[], env: NodeJS.ProcessEnv) => {
      const begunAt = performance.now()
      expect(await startCommand(words, { env }).ended).toMatchObject({ code: 0, stderr: '' })
      return performance.now() - begunAt
    }

    const backup = places.fresh()
    expect(await quiver(envOf(club), 'backup', backup)).toMatchObject({ code: 0, complained: '' })
    const half = places.fresh()
    const begun = async () => {
      const names = await readdir(places.folder)
      expect(names.filter((name) => name.startsWith(`${basename(half)}.unfinished-`))).toHaveLength(1)
    }
    await killAfter(() => vi.waitFor(begun, { ...withinLimits, interval: 1 }), ['backup', half], envOf(club))
    expect(existsSync(half)).toBe(false)
    expect(await quiver(envOf(club), 'backup', half)).toMatchObject({ code: 0 })
    expect((await manifestOf(half)).tables).toEqual((await manifestOf(backup)).tables)

    const restoreMs = await timed(['restore', backup], await places.empty(engine))
    const moments = points.map((point) => () => pause(point * restoreMs))
    if (engine === 'sqlite')
      moments.push(() => vi.waitFor(() => expect(building()).toBe(true), { ...withinLimits, interval: 1 }))
    let place = ''
    const building = () => existsSync(join(place, 'quiver.db.unfinished'))
    for (const moment of moments) {
      const env = await places.empty(engine)
      place = env.DATA_DIR
      const whole = await killAfter(moment, ['restore', backup], env)
      if (building()) caught += 1
      const again = await vi.waitFor(async () => {
        const answer = await quiver(env, 'restore', backup)
        // PostgreSQL takes a moment to notice that the killed client is gone.
        expect(answer.complained).not.toMatch(/^Something else is connected/)
        return answer
      }, withinLimits)
      // The checks run after the commit: the club may be complete although the command was killed.
      const stands = again.code === 1 && /already a club|isn’t empty/.test(again.complained)
      outcomes.push(stands ? 'stands' : 'run again')
      if (whole) expect(stands).toBe(true)
      if (!stands) expect(again).toMatchObject({ code: 0, complained: '' })
      expect(await quiver(env, 'verify')).toMatchObject({ code: 0 })
    }
    expect(outcomes).toContain('run again')
    if (engine === 'sqlite') expect(caught).toBeGreaterThan(0)
    await club[Symbol.asyncDispose]()
  }, 120_000)
})

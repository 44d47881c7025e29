import { expect, test } from '@playwright/test'
import { openStage } from '../../tools/screenshots/clubs.ts'
import { type Look, lookAt, looks } from '../../tools/screenshots/look.ts'
import { type Scene, type Stage, scenes } from '../../tools/screenshots/scenes.ts'

/**
 * Every screen in every state of tools/screenshots/scenes.ts under the final content security policy: nothing is
 * blocked, nothing is logged as an error, axe has no findings, and every touch target is large enough. Here each scene
 * runs in one of the six looks in turn, and only every fifth scene of a stage, or every ninth of a long one; `npm run
 * test:matrix` covers all of them, with screenshots.
 */
const whole = process.env.QUIVER_MATRIX !== undefined
const many = 16
const wanted = process.env.QUIVER_MATRIX ?? ''

for (const stage of Object.keys(scenes) as Stage[]) {
  const possible = scenes[stage].filter(({ name, wholeOnly }) => name.includes(wanted) && (whole || !wholeOnly))
  const chosen = whole ? possible : possible.filter((_, i) => i % (possible.length > many ? 9 : 5) === 0)
  const parts: [string, Scene[], Look][] = looks.map((look, turn) => [
    `${look.width}, ${look.theme}`,
    whole ? chosen : chosen.filter((_, i) => i % looks.length === turn),
    look,
  ])
  // Many scenes are split into several tests, so that they run in parallel.
  const apart = whole || chosen.length > many
  for (const group of apart ? parts.map((part) => [part]) : [parts]) {
    const title = [...(whole ? [] : ['turn by turn']), ...(apart ? group.map(([name]) => name) : [])].join(', ')
    if (group.every(([, part]) => part.length === 0)) continue
    // Shows: T91
    test(`screens of a club that is ${stage}: ${title}`, async ({ browser }) => {
      test.setTimeout(whole ? 900_000 : 300_000)
      const { server: started, people } = await openStage(stage)
      await using server = started
      for (const [, part, look] of group) {
        const { found, looked } = await lookAt(part, look, { browser, server, people, picture: whole })
        const wrong = Object.values(found).flat().length
        test.info().annotations.push({ type: 'looked', description: `${looked} ${wrong}` })
        expect.soft(found).toEqual({})
      }
    })
  }
}

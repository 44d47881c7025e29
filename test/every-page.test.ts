import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pagePaths } from '#server/http/html-shells.ts'
import { scenes } from '../tools/screenshots/scenes.ts'

// A page that only the app knows would open from a link, but lead to sign-in after a reload.

const folder = join(import.meta.dirname, '../src/web/routes')
const routes = globSync('**/*.tsx', { cwd: folder })
  .map((file) => `/${file.replace(/(\/index)?\.tsx$/, '')}`)
  .filter((path) => !['/__root', '/index'].includes(path))

test('every route of the app is a page that the server answers, and the other way round', () => {
  expect(routes.length).toBeGreaterThan(3)
  expect(routes.toSorted()).toEqual(pagePaths.toSorted())
})

test.each(routes)('%s is looked at as a visitor, as a member and as an officer', (path) => {
  const seen = Object.values(scenes)
    .flat()
    .filter((scene) => scene.path.split(/[?#]/)[0] === path)
  expect(seen.map((scene) => scene.as)).toEqual(expect.arrayContaining(['visitor', 'member', 'officer']))
})

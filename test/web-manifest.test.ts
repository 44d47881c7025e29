import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { manifestPath, webManifest } from '#server/http/web-manifest.ts'
import { createTestClub } from './support/club.ts'

/** The built app with its real files, for a club with this name. */
async function openBuilt(name: string) {
  const club = await createTestClub('sqlite', { club: { name } })
  const app = await createApp(club.ctx, {
    trustProxy: false,
    webDir: join(import.meta.dirname, '../dist/web'),
    devMailFolder: null,
    isSettled: () => true,
  })
  return {
    ask: (url: string, headers: Record<string, string> = {}) =>
      app.inject({ url, headers: { host: 'localhost:3000', ...headers } }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await club[Symbol.asyncDispose]()
    },
  }
}

test('the manifest says what a phone needs to install the app, in the club’s name', async () => {
  await using built = await openBuilt('Purdue "Archery" Club')
  const answer = await built.ask(manifestPath)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/)
  expect(answer.json()).toMatchObject({
    ...{ name: 'Purdue "Archery" Club', short_name: '"Archery"' },
    ...{ id: '/', start_url: '/home', scope: '/', display: 'standalone' },
  })
})

test('the manifest has icons of every shape, and images that are served, each of the size and kind that it says', async () => {
  await using built = await openBuilt('Archery Club')
  const { icons, screenshots, shortcuts } = webManifest({ name: 'Archery Club' })
  const shapes = ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512', 'monochrome 512x512']
  expect(icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`).toSorted()).toEqual(shapes)
  const images = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]
  expect(images).toHaveLength(10)
  for (const { src, sizes, type } of images) {
    const { statusCode, headers, rawPayload } = await built.ask(src)
    const { width, height } = await sharp(rawPayload).metadata()
    expect([src, statusCode, headers['content-type'], `${width}x${height}`]).toEqual([src, 200, type, sizes])
  }
})

import { expect, test } from 'vitest'
import { createFolder } from '#test/support/firebase-fixture/move-in.ts'
import { readFolder } from './read-folder.ts'

const users = JSON.stringify({ ines: { nameFirst: 'Inés' } })

test.each([
  ['users.json', Buffer.from(users, 'latin1')],
  ['users.json', Buffer.from(`\uFEFF${users}`, 'utf16le')],
  ['all of it', Buffer.from(JSON.stringify({ users: JSON.parse(users) }), 'latin1')],
])('a file that is not UTF-8 is refused, by its name: %s', async (name, content) => {
  await using place = await createFolder({ [name]: content })
  await expect(readFolder(place.folder)).rejects.toThrow(`${name} is not UTF-8. Export it again, or save it as UTF-8.`)
})

test('a file that is not UTF-8 and nothing of an export is left out', async () => {
  await using place = await createFolder({ 'users.json': users, 'notes.txt': Buffer.from('Inés', 'latin1') })
  expect((await readFolder(place.folder)).others).toEqual(['notes.txt'])
})

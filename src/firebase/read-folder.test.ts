import { expect, test } from 'vitest'
import { createFolder } from '#test/support/firebase-fixture/move-in.ts'
import { readFolder } from './read-folder.ts'

const users = JSON.stringify({ ines: { nameFirst: 'Inés' } })

test.each(['latin1', 'utf16le'] as const)(
  'a file that is not UTF-8 but %s is refused, by its name',
  async (encoding) => {
    using place = await createFolder({ 'users.json': Buffer.from(users, encoding) })
    const says = 'users.json is not UTF-8. Export it again, or save it as UTF-8.'
    await expect(readFolder(place.folder)).rejects.toThrow(says)
  },
)

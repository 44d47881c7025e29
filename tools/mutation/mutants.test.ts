import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProcess } from '#test/support/command.ts'

test('a name that no module has is refused with the names there are', async () => {
  const words = ['passes', 'pases']
  const { code, stderr } = await startProcess(join(import.meta.dirname, 'mutants.ts'), words).ended
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^No module is called pases\. .*\bpasses /s),
  })
})

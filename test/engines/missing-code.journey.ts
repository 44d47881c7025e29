import { createServer, request } from 'node:http'
import { password } from '#test/support/person.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { freePort, startServer } from '#test/support/server.ts'
import { test } from './journey.ts'
import { button, field } from './locators.ts'

test.use({ networkFails: true })

// Browsers differ in what becomes of an import whose request failed: some request the file again, others only in a new document, and
// WebKit may leave that one waiting, too.
for (const how of ['fails', 'hangs and then fails'])
  test(`a login leads on although the request for the other pages’ code ${how}`, async ({ openPerson, servers }) => {
    const front = servers.use(await startFront(/^\/assets\/router-/))
    const env = { PORT: String(front.behind), BASE_URL: `http://localhost:${front.port}` }
    const server = servers.use(await startServer({ env }))
    await quickMember({ ...server, url: `http://localhost:${front.behind}` }, { email: 'ana@purdue.edu' })
    const person = await openPerson(server)
    await person.goto('/login')
    await person.fill(field('Purdue Email'), 'ana@purdue.edu')
    await person.fill(field('Password'), password)
    front.hold()
    await person.press(button('Sign In'))
    await front.held()
    if (how === 'fails') front.cut()
    await person.see('Loading...')
    front.mend()
    await person.at(/\/home$/)
    await person.see(button('Profile'))
  })

/** Forwards requests to a server; those for a file of this kind can be held. */
async function startFront(kind: RegExp) {
  const [port, behind] = [await freePort(), await freePort()]
  const first = Promise.withResolvers<void>()
  let state: 'open' | 'hold' | 'cut' = 'open'
  const waiting = new Set<() => void>()
  const front = createServer((incoming, response) => {
    const { url = '', method, headers } = incoming
    if (state !== 'open' && kind.test(url)) {
      first.resolve()
      if (state === 'cut') response.destroy()
      else waiting.add(() => response.destroy())
      return
    }
    const onward = request({ port: behind, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => front.listen(port, resolve))
  const cut = () => {
    state = 'cut'
    for (const end of waiting) end()
    waiting.clear()
  }
  return {
    port,
    behind,
    hold: () => {
      state = 'hold'
    },
    held: () => first.promise,
    cut,
    mend: () => {
      cut()
      state = 'open'
    },
    async [Symbol.asyncDispose]() {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
    },
  }
}

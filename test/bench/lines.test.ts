import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLines, question } from './lines.ts'

async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const lines = await openLines([port], 3)
  return {
    ask: lines.ask,
    closeIdle: () => server.closeIdleConnections(),
    url: new URL(`http://localhost:${port}/a`),
    [Symbol.asyncDispose]: async () => {
      lines.close()
      server.close()
    },
  }
}

test('each answer is read to its end before the next thing is asked, however it comes', async () => {
  const bodies: string[] = []
  await using server = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    response.setHeader('content-length', 20)
    response.write('0123456789')
    await turn()
    response.end('0123456789')
  })
  const asked = Array.from({ length: 10 }, (_, n) => question(server.url, 'a=b', { 'x-n': `${n}` }, { n }))
  const { answers } = await server.ask({ next: () => asked.pop() ?? null })
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(bodies.map((body) => JSON.parse(body).n).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('an answer without a body is one, and is told by its status', async () => {
  await using server = await serve((_, response) => response.writeHead(304, { etag: '"a"' }).end())
  const asked = [question(server.url, ''), question(server.url, '')]
  const { answers } = await server.ask({ next: () => asked.pop() ?? null })
  expect(answers.map(({ status }) => status)).toEqual([304, 304])
})

test('a line that the server closes is an error and no answer', async () => {
  await using server = await serve((_, response) => response.destroy())
  await expect(server.ask({ next: () => question(server.url, '') })).rejects.toThrow('closed a line')
})

test('a line that the server has closed meanwhile is opened again', async () => {
  await using server = await serve((_, response) => response.setHeader('content-length', 2).end('ok'))
  const askThree = () => {
    const asked = Array.from({ length: 3 }, () => question(server.url, ''))
    return server.ask({ next: () => asked.pop() ?? null })
  }
  await askThree()
  server.closeIdle()
  await pause(50)
  const { answers } = await askThree()
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

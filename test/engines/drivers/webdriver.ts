/** A session of a WebDriver server over HTTP (https://www.w3.org/TR/webdriver2/). It runs one command at a time. */
export type Session = Awaited<ReturnType<typeof openSession>>

const commandMs = 30_000

export async function openSession(driverUrl: string, capabilities: object) {
  const { sessionId } = (await send(driverUrl, 'POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string }
  let last: Promise<unknown> = Promise.resolve()
  let inWindow = ''

  /** Commands of several tabs are queued, and each first switches to its own tab. */
  function command<Value>(window: string, method: Method, path: string, body?: object): Promise<Value> {
    const run = async () => {
      if (window !== '' && window !== inWindow) {
        await inSession('POST', '/window', { handle: window })
        inWindow = window
      }
      return (await inSession(method, path, body)) as Value
    }
    const result = last.then(run, run)
    last = result.catch(() => {})
    return result
  }
  const inSession = (method: Method, path: string, body?: object) =>
    send(driverUrl, method, `/session/${sessionId}${path}`, method === 'POST' ? (body ?? {}) : undefined)

  return { command }
}

type Method = 'GET' | 'POST' | 'DELETE'

async function send(driverUrl: string, method: Method, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(driverUrl + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(commandMs),
  }).catch((error: Error) => {
    throw new Error(`${method} ${path}: ${error.message}`)
  })
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
  if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
  return value
}

import { bodyOf, passOn, startHttpProxy } from './http-proxy.ts'

/**
 * A reverse proxy in front of a server, set up correctly or not: `right` adds the client to X-Forwarded-For and
 * streams, `keeps-back` buffers a response until it is complete, `names-nobody` passes X-Forwarded-For on unchanged.
 */
export type ProxyWay = 'right' | 'keeps-back' | 'names-nobody'

export async function startFrontProxy(target: number) {
  const proxy = { way: 'right' as ProxyWay }
  const server = await startHttpProxy(target, (asked, answer, forward) => {
    const known = asked.headers['x-forwarded-for']
    const named = proxy.way === 'names-nobody' ? known : [known, asked.socket.remoteAddress].filter(Boolean).join(', ')
    const headers = { ...asked.headers, ...(named === undefined ? {} : { 'x-forwarded-for': named }) }
    return forward(headers, async (given) => {
      if (proxy.way !== 'keeps-back') return passOn(given, answer)
      return answer.writeHead(given.statusCode ?? 502, given.headers).end(await bodyOf(given))
    })
  })
  return Object.assign(proxy, server)
}

import { bodyOf, passOn, startHttpProxy } from './http-proxy.ts'

const address = '/assets/injected.js'

/**
 * A proxy in front of a server at `localhost` that makes every document run this function before anything else, in any
 * browser. It runs in the page, so it can't use anything from its scope.
 */
export function startInjectingProxy(target: number, run: () => void) {
  return startHttpProxy(target, (asked, answer, forward) => {
    if (asked.url === address) return answer.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${run})()`)
    const { 'accept-encoding': _, ...headers } = asked.headers
    return forward(headers, async (given) => {
      const { 'content-length': _length, ...sent } = given.headers
      if (!sent['content-type']?.startsWith('text/html')) return passOn(given, answer)
      const html = String(await bodyOf(given)).replace('<head>', `<head><script src="${address}"></script>`)
      return answer.writeHead(given.statusCode ?? 502, sent).end(html)
    })
  })
}

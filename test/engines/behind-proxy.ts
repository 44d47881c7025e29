import { freePort, startServer } from '#test/support/server.ts'

/** A server whose address is that of a proxy in front of it. */
export async function startBehind<Proxy extends AsyncDisposable & ({ url: string } | { port: number })>(
  startProxy: (port: number) => Promise<Proxy>,
  { env, club }: Parameters<typeof startServer>[0] = {},
) {
  const port = await freePort()
  const proxy = await startProxy(port)
  const url = 'url' in proxy ? proxy.url : `http://localhost:${proxy.port}`
  const server = await startServer({ env: { ...env, PORT: String(port), BASE_URL: url }, club })
  return {
    proxy,
    server,
    /** Past the proxy. */
    direct: { ...server, url: `http://localhost:${port}` },
    async [Symbol.asyncDispose]() {
      await server.dispose()
      await proxy[Symbol.asyncDispose]()
    },
  }
}

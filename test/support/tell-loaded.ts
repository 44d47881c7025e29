import { registerHooks } from 'node:module'

// Loaded into a server (NODE_OPTIONS) that is to tell what it has loaded: poked, it prints one line of all of it, Node's own
// modules as well.

const loaded: string[] = []
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url)
    return nextLoad(url, context)
  },
})
process.on('SIGUSR2', () => {
  // biome-ignore lint/suspicious/noExplicitAny: Node has it, its types do not.
  const own: string[] = (process as any).moduleLoadList
  process.stdout.write(`loaded: ${JSON.stringify([...loaded, ...own])}\n`)
})

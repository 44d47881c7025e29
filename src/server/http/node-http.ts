/**
 * Node's `http` for modules: imported, it would bring along all that `fetch` is made of, for the `WebSocket` that it exports as well,
 * and that is 16 MB (docs/decisions/0057-memory.md). Types alone may be imported from `node:http`.
 */
export const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Must run before any server code is imported, because libraries read NODE_ENV when they load. Setting it here works in every shell.
process.env.NODE_ENV = 'production'

// Reuses the code compiled at the last start, so that a restart after a crash is fast. Has no effect if the folder isn't writable.
enableCompileCache(join(import.meta.dirname, '../.cache/node'))

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before anything else of the server is loaded: libraries look at NODE_ENV when they are, and this way of setting it
// works in every shell.
process.env.NODE_ENV = 'production'

// What was compiled at the last start is read at this one: a start after a crash is to be short. Where the folder can't be
// written, it is compiled anew each time.
enableCompileCache(join(import.meta.dirname, '../.cache/node'))

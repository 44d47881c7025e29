// Loaded into a server before its own code (`NODE_OPTIONS=--import …`) to cause unexpected errors: SIGUSR2 throws an
// uncaught exception, SIGHUP causes an unhandled rejection.
process.on('SIGUSR2', () =>
  setImmediate(() => {
    throw new Error('thrown by nobody in particular')
  }),
)
process.on('SIGHUP', () => void Promise.reject(new Error('rejected by nobody in particular')))

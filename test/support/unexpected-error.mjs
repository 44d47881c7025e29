// Loaded into a server before its own code (`NODE_OPTIONS=--import …`), to bring about what nobody foresaw: SIGUSR2 throws
// where nothing catches, SIGHUP rejects where nothing listens.
process.on('SIGUSR2', () =>
  setImmediate(() => {
    throw new Error('thrown by nobody in particular')
  }),
)
process.on('SIGHUP', () => void Promise.reject(new Error('rejected by nobody in particular')))

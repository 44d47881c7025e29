// Before anything else of the server is loaded: libraries look at NODE_ENV when they are, and this way of setting it
// works in every shell.
process.env.NODE_ENV = 'production'

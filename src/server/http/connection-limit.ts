/** The club's database, its calendar and emails, and what a library opens now and then. */
const forOthers = 100
/** A connection, and a file of the app that is sent on it. */
const eachNeeds = 2

/**
 * How many connections may be open at a time: with all of the process's file descriptors in use, nothing else could open a file, and
 * the process would die. Beyond it new connections are closed right away, until others end.
 */
export function connectionLimit(descriptors = descriptorLimit()) {
  return Math.max(16, Math.floor((descriptors - forOthers) / eachNeeds))
}

/** The process's limit on open files; Node raises it to what the system allows at most. */
export function descriptorLimit() {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : 1_000_000
}

/** A longer export is made in several, each of some months; what they have in common counts once. */
export const mostStoreLines = 5000
export const largestStoreBytes = 4 * 1024 * 1024

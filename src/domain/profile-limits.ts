/** What a profile's fields may hold. */

export const longestName = 50
export const mostPronouns = 8
export const longestPronoun = 30
export const earliestBirthday = '1900-01-01'
export const smallestCar = 1
export const largestCar = 8
/** Seats of most cars, including the driver's: what the question starts with. */
export const usualCar = 5

export function isCarCapacity(value: unknown) {
  return Number.isInteger(value) && Number(value) >= smallestCar && Number(value) <= largestCar
}

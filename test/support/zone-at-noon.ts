/** A zone in which it is about noon, because no reminder is sent at night. */
export function zoneAtNoon() {
  const hours = 12 - new Date().getUTCHours()
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

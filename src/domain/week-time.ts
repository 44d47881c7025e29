/** A time on a day of the week, at which something goes out every week. */

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
export type Weekday = (typeof weekdays)[number]
/** `time`: `HH:MM`, in the club's time zone. */
export type WeekTime = { day: Weekday; time: string }

/** Nothing goes out at night, and the last one leaves time for a long list before that. */
export const earliestTime = '08:00'
export const latestTime = '21:00'

export function isWeekday(day: unknown): day is Weekday {
  return weekdays.some((each) => each === day)
}

export function isTimeToSend(time: unknown): time is string {
  return typeof time === 'string' && /^\d\d:[0-5]\d$/.test(time) && time >= earliestTime && time <= latestTime
}

/** `18:00` as `6:00 PM`. */
export function clockTime(time: string) {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

import { SettingError } from './club-config.ts'

/** A variable of the environment; an empty one counts as none. */
export type Get = (name: string) => string | undefined

/** @throws SettingError unless it is one within these bounds, both included */
export function wholeNumber(name: string, value: string, from: number, to: number) {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < from || number > to)
    throw new SettingError(`${name} should be a whole number from ${from} to ${to}, not "${value}".`)
  return number
}

export function isWebAddress(value: string) {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

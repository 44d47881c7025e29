import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set<string | number>(dictionary['passwords-common'])

/** Whether a password (in lower case) is in the list of the most common ones, which attackers try first (T17). */
export function isCommonPassword(lowerCasePassword: string) {
  return common.has(lowerCasePassword)
}

import { dictionary } from '@zxcvbn-ts/language-common'

const common = new Set<string | number>(dictionary['passwords-common'])

/** Whether a password (in lower case) is among the ones that everybody tries first (D11, T17). */
export function isCommonPassword(lowerCasePassword: string) {
  return common.has(lowerCasePassword)
}

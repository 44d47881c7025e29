import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'

type Listed = { path: string[]; method: string | undefined; url: string | undefined; output: Output }
type Output = AnyContractProcedure['~orpc']['outputSchema']

/** Every operation in a part of the contract, as it is when the app runs: its path, method, URL, and output. */
export function operationsOf(part: unknown, path: string[] = []): Listed[] {
  if (isContractProcedure(part)) {
    const { route, outputSchema } = part['~orpc']
    return [{ path, method: route.method, url: route.path, output: outputSchema }]
  }
  if (typeof part !== 'object' || part === null) throw new Error(`${path.join('.')} is no operation`)
  return Object.entries(part).flatMap(([name, inner]) => operationsOf(inner, [...path, name]))
}

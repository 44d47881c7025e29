import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { policies } from '#contract/policies.ts'
import { projectRoot } from '../tree-copy.ts'
import type { Guard } from './guard.ts'

const file = 'src/contract/policies.ts'
const tests = ['src/contract/policies.test.ts']
/** From open to closed. */
const steps = ['anyone', 'signed-in', 'member', 'officer']

/** Every row of the policy table, once taken away and once let down by a step: whoever adds a row is here by that. */
export function policyRows(text = readFileSync(join(projectRoot, file), 'utf8')): Guard[] {
  const rows = Object.entries(policies).map(([operation, policy]) => ({
    operation,
    policy,
    from: `  '${operation}': '${policy}',\n`,
  }))
  const lost = rows.filter(({ from }) => !text.includes(from)).map(({ operation }) => operation)
  if (lost.length > 0) throw new Error(`guard list is stale: ${file} says ${lost.join(', ')} in another way`)
  const removed = rows.map(({ operation, from }) => ({
    name: `policy of ${operation}, removed`,
    protects: 'who may call it',
    ...{ file, from, to: '', tests },
  }))
  const loosened = rows.flatMap(({ operation, policy, from }) => {
    const looser = steps[steps.indexOf(policy) - 1]
    if (looser === undefined) return []
    const to = from.replace(`'${policy}'`, `'${looser}'`)
    return { name: `policy of ${operation}, ${policy} → ${looser}`, protects: 'who may call it', file, from, to, tests }
  })
  return [...removed, ...loosened]
}

import { featureGuards } from './feature-guards.ts'
import type { Guard } from './guard.ts'
import { policyRows } from './policy-rows.ts'
import { storeGuards } from './store-guards.ts'
import { tableGuards } from './table-guards.ts'
import { writeGuards } from './write-guards.ts'

/** Every row of the policy table and every guard of the races. A new guard goes in here, with the test that misses it. */
export function allGuards(): Guard[] {
  return [...policyRows(), ...writeGuards, ...tableGuards, ...featureGuards, ...storeGuards]
}

import { accountGuards } from './account-guards.ts'
import type { Guard } from './guard.ts'
import { keptGuards } from './kept-guards.ts'
import { policyRows } from './policy-rows.ts'
import { practiceGuards } from './practice-guards.ts'
import { processGuards } from './process-guards.ts'
import { routeGuards } from './route-guards.ts'
import { storeGuards } from './store-guards.ts'
import { tableGuards } from './table-guards.ts'
import { welcomeGuards } from './welcome-guards.ts'
import { writeGuards } from './write-guards.ts'

/** Every row of the policy table, what keeps the routes beside it closed, and every guard of the races. A new guard goes in here, with the test that misses it. */
export function allGuards(): Guard[] {
  return [
    ...policyRows(),
    ...routeGuards,
    ...writeGuards,
    ...tableGuards,
    ...practiceGuards,
    ...accountGuards,
    ...welcomeGuards,
    ...processGuards,
    ...storeGuards,
    ...keptGuards,
  ]
}

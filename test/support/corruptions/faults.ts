import { ledgerFaults } from './ledger-faults.ts'
import { membersFaults } from './members-faults.ts'
import { practiceFaults } from './practice-faults.ts'
import { storageFaults } from './storage-faults.ts'

/** At least one for each check of `verify`, in the order of the checks. */
export const faults = [...storageFaults, ...membersFaults, ...ledgerFaults, ...practiceFaults]

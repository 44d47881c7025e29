import { ledgerFaults } from './ledger-faults.ts'
import { membersFaults } from './members-faults.ts'
import { practiceFaults } from './practice-faults.ts'
import { storageFaults } from './storage-faults.ts'

/** One and more for each check of `verify`, in their order. */
export const faults = [...storageFaults, ...membersFaults, ...ledgerFaults, ...practiceFaults]

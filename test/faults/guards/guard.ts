import type { Patch } from '../tree-copy.ts'

/** One guard as the change that takes it away, and where it should be missed. */
export interface Guard extends Patch {
  name: string
  /** What goes wrong without it. */
  protects: string
  /** Test files of which at least one test should turn red. */
  tests: string[]
  /** Only the tests whose name matches; all of the files otherwise. */
  only?: string
}

/** Where somebody waits for a row that another one changes. */
export const held = ['test/held-rows.test.ts']
export const identity = 'src/server/identity'

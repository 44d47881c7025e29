/** Steps 1 to 5 of the wizard; the welcome screen before them, step 0, doesn't appear in the address. */
const steps = [1, 2, 3, 4, 5] as const
export type Step = (typeof steps)[number]
export const lastStep = 5

export type WelcomeSearch = { step?: Step }

export function readWelcomeSearch(search: Record<string, unknown>): WelcomeSearch {
  const step = steps.find((each) => each === Number(search.step))
  return step === undefined ? {} : { step }
}

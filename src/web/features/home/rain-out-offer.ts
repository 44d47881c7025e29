/** After an early end, officers are offered to refund those who had checked in. */
export const rainOutOffer = 'Rained out? Refund passes'

/** The practice's rain-out. Closing it leads back to where it was opened. */
export function rainOutOf(practiceId: string) {
  return {
    to: '/manage-practices',
    search: { practice: practiceId, list: 'rain-out' },
    state: { dialog: true },
  } as const
}

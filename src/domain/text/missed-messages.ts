/** Texts of My Practices about practices that a member missed, which no other page needs. */
export const missedMessages = {
  title: 'Missed practices',
  meaning: 'You had a spot and weren’t checked in. If you were there, or couldn’t help it, tell an officer.',
  showAll: (missed: number) => `Show all ${missed}`,
  excused: (reason: string) => (reason === '' ? 'Excused' : `Excused: ${reason}`),
} as const

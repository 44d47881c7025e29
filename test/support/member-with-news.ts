import { samplePractices } from './move-practice.ts'
import { type QuickMember, quickMember } from './quick-member.ts'
import type { RunningServer } from './server.ts'

/** Someone who was notified that a spot opened up. */
export async function memberWithNews(server: RunningServer) {
  const kai = await quickMember(server, { email: 'kai@purdue.edu', officer: true })
  const [practiceId] = await samplePractices(kai)
  await kai.call('managePractices.setLimit', { practiceId, expected: null, limit: 1 })
  const [ana, ben]: [QuickMember, QuickMember] = [
    await quickMember(server, { email: 'ana@purdue.edu' }),
    await quickMember(server, { email: 'ben@purdue.edu' }),
  ]
  for (const who of [ana, ben]) await who.call('practices.answer', { practiceId, answer: 'archer' })
  await ana.call('practices.answer', { practiceId, answer: null })
  return ben
}

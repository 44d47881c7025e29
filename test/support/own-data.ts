import type { TestMember } from './club.ts'

/** A member's personal data export as they download it; a refusal is thrown as an operation throws it. */
export async function exportOwnData({ send }: Pick<TestMember, 'send'>, body: { password: string }) {
  const reply = await send({ method: 'POST', path: '/api/v1/account/export', body })
  const answer = reply.json()
  if (reply.statusCode !== 200) throw Object.assign(new Error(answer.message), answer)
  return answer as Record<string, Record<string, unknown>[]> & Record<'about' | 'profile', Record<string, unknown>>
}

import type { MyPass } from '#contract/passes.ts'

/**
 * What the server's answer says at a later moment: the Day Pass of yesterday no longer counts (D34).
 * @param now the server's time in milliseconds
 */
export function passAtTime(pass: MyPass, now: number): MyPass {
  const over = pass.validUntil !== null && now >= Date.parse(pass.validUntil)
  return over ? { ...pass, current: 'none', usedAt: null, validUntil: null } : pass
}

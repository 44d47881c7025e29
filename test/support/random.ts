import { createRandom } from '#server/ops/demo/random.ts'

/** Numbers from 0, and below 1, the same ones for the same seed. */
export function fractions(seed: number): () => number {
  return createRandom(seed).fraction
}

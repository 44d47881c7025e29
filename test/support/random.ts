import { createRandom } from '#server/ops/demo/random.ts'

/** Pseudorandom numbers from 0 to below 1, the same for the same seed. */
export function fractions(seed: number): () => number {
  return createRandom(seed).fraction
}

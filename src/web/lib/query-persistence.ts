/**
 * Answers that stay on the device, so that their pages open without a connection (D48): those of queries with `meta.kept`, as the
 * server gave them last, for each person apart. They go with a deliberate sign-out, and with a build that has other shapes.
 */
import type { Query } from '@tanstack/react-query'
import { readSession } from '#web/auth/session-store.ts'
import { readPersonal, writePersonal } from './personal-storage.ts'

type Kept = { data: unknown; at: number; shapes: string }

/** Called with each answer that has come. */
export function persistQuery(query: Query<unknown, unknown, unknown>) {
  const person = readSession()?.person
  if (!query.meta?.kept || !person) return
  const { data, dataUpdatedAt: at } = query.state
  writePersonal(person.userId, nameOf(query.queryKey), { data, at, shapes: __SHAPES__ } satisfies Kept)
}

/** What a query begins with: what its person was shown last on this device, and when that was. */
export function readPersistedQuery<Data>(queryKey: readonly unknown[]) {
  const read = () => {
    const person = readSession()?.person
    const kept = person ? readPersonal<Kept>(person.userId, nameOf(queryKey)) : null
    return kept?.shapes === __SHAPES__ ? kept : undefined
  }
  return {
    queryKey,
    initialData: () => read()?.data as Data | undefined,
    initialDataUpdatedAt: () => read()?.at,
  }
}

function nameOf(queryKey: readonly unknown[]) {
  return `answer:${queryKey.join('/')}`
}

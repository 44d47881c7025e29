import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MyPractices } from '#contract/my-practices.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { forgetWithdrawn, myPracticesQuery } from './my-practices-query.ts'

/** My practices as they are at this minute: what is over no longer lies ahead. */
export function useMyPractices() {
  const query = useQuery(myPracticesQuery)
  const now = useNow('minute')
  useEffect(() => forgetWithdrawn, [])
  return { query, mine: query.data ? at(query.data, now) : null, now }
}

function at(mine: MyPractices, now: number): MyPractices {
  return { ...mine, ahead: mine.ahead.filter(({ endsAt }) => now < Date.parse(endsAt)) }
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ScannedPerson } from '#contract/scans.ts'
import { normalizeText } from '#domain/clean-text.ts'
import { defaultPicture, smallPictureUrl } from '#domain/photos.ts'
import { api } from '#web/lib/api.ts'
import { sortByMatch } from '#web/lib/match-words.ts'
import { readPersistedQuery } from '#web/lib/query-client.ts'

type ScanList = Awaited<ReturnType<typeof api.scanList.get>>
export type Listed = ScanList['people'][number]

export const scanListKey = ['scan-list']

/**
 * Everyone who may come, kept on the officer's phone until the practice ends, so that scanning goes on without a connection. Who has
 * checked in since comes with the live practice on the home page, so the list itself is fetched rarely.
 */
function scanListQuery(practiceId: string) {
  return queryOptions({
    ...readPersistedQuery<ScanList>([...scanListKey, practiceId]),
    queryFn: ({ signal }) => api.scanList.get({ practiceId }, { signal }),
    refetchInterval: 60_000,
    meta: { kept: true },
  })
}

/** @param here the ids of those who are at the live practice */
export function useScanList(practiceId: string, here: ReadonlySet<string>) {
  const query = useQuery(scanListQuery(practiceId))
  const people = query.data?.people
  useEffect(() => {
    if (people) keepPictures(people)
  }, [people])
  const ofCode = useMemo(
    () => new Map(people?.flatMap((each) => (each.passCodeHash === null ? [] : [[each.passCodeHash, each]]))),
    [people],
  )
  return {
    query,
    people: people ?? null,
    ofCode: (hash: string) => ofCode.get(hash),
    isHere: (person: Listed) => here.has(person.id) || person.checkedInAt !== null,
  }
}

/** The browser keeps pictures until the session ends, and then shows them without a connection. */
function keepPictures(people: Listed[]) {
  for (const { pictureUrl } of people) if (pictureUrl !== defaultPicture) new Image().src = smallPictureUrl(pictureUrl)
}

const mostFound = 6

/** Those with each word in their name, ignoring case and accents; names that begin with what is typed first. */
export function findByName(people: Listed[], typed: string) {
  const words = normalizeText(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return { found: [], more: 0 }
  const matching = people.filter(({ name }) => words.every((word) => normalizeText(name).includes(word)))
  const sorted = sortByMatch(matching, typed, ({ name }) => name)
  return { found: sorted.slice(0, mostFound), more: Math.max(0, sorted.length - mostFound) }
}

export function asPerson({ id, name, pictureUrl, pass, dayPasses }: Listed): ScannedPerson {
  return { id, name, pictureUrl, pass, dayPasses }
}

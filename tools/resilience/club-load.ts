import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/db/database.ts'
import { lifeOf, type Mutation } from './club-life.ts'
import { openPhone, orNothing, type Reply } from './phone.ts'
import type { SeededClub, SeededMember } from './seeded-club.ts'

/** A mutation with its idempotency key, the same for each retry. */
export type SentMutation = Mutation & { key: string; actor: string; cookie: string; ip: string; answer?: Reply['json'] }

type Life = {
  member: SeededMember
  acts: Generator<Mutation, never>
  /** Sent, but without a response so far. */
  pending: SentMutation | null
}

type Run = {
  over: () => boolean
  /** Called with each response, or null if there was none. */
  heard?: (reply: Reply | null, mutation: SentMutation) => unknown
  /** Pause between a member's mutations, in ms. */
  pauseMs?: number
  /** Pause before a retry, in ms. */
  patienceMs?: number
}

export type ClubLoad = ReturnType<typeof openLoad>

/** The server must trust X-Forwarded-For for `openLoad`, because new sign-ups come from different networks. */
export const loadEnv = { TRUST_PROXY: '1' }
/** Day passes of each member. Use Pass takes one, and an officer restores it. */
export const loadPasses = 3

/**
 * Members who use the club in parallel, each sending one mutation after the other. A mutation without a successful response is
 * retried with its key before the next one.
 */
export function openLoad(club: Pick<SeededClub, 'url' | 'officer' | 'members' | 'practiceIds'>) {
  const [livePracticeId = '', ...practiceIds] = club.practiceIds
  const stage = { livePracticeId, practiceIds, dayPasses: loadPasses }
  const lives = club.members.map((member): Life => ({ acts: lifeOf(member, stage), member, pending: null }))
  const done: SentMutation[] = []
  const refused: string[] = []
  let strangers = 0

  function begin({ acts, member }: Life): SentMutation {
    const act = acts.next().value
    const { id: actor, cookie } = { member, officer: club.officer, nobody: { id: 'anyone', cookie: '' } }[act.by]
    strangers += act.by === 'nobody' ? 1 : 0
    return { ...act, key: randomUUID(), actor, cookie, ip: `10.9.${(strangers >> 8) & 255}.${strangers & 255}` }
  }

  async function live(life: Life, { over, heard = () => {}, pauseMs = 0, patienceMs = 50 }: Run) {
    while (!over()) {
      life.pending ??= begin(life)
      const mutation = life.pending
      const reply = await ask(club.url, mutation)
      if (reply?.status === 200) {
        mutation.answer = reply.json
        done.push(mutation)
        life.pending = null
      } else if (reply !== null && reply.status < 500) {
        // Each mutation is valid, so a retry wouldn't help, and later ones would be refused, too.
        refused.push(`${mutation.kind} was answered ${reply.status} ${JSON.stringify(reply.json)}`)
        lives.splice(lives.indexOf(life), 1)
        return
      }
      heard(reply, mutation)
      const waitMs = reply?.status === 200 ? pauseMs : patienceMs
      if (waitMs > 0 && !over()) await pause(waitMs)
    }
  }

  return {
    /** Acknowledged mutations, in the order of their responses. */
    done,
    /** Why members gave up. Must be empty. */
    refused,
    run: (how: Run) => Promise.all([...lives].map((life) => live(life, how))),
    pending: () => lives.flatMap(({ pending }) => pending ?? []),
    /** Retries all unacknowledged mutations until they succeed. @returns them */
    async finish() {
      const waiting = lives.flatMap(({ pending }) => pending ?? [])
      const isDone = (life: Life) => life.pending === null
      await Promise.all(lives.filter((life) => !isDone(life)).map((life) => live(life, { over: () => isDone(life) })))
      return waiting
    },
  }
}

/** Sends the request, for the first time or again. */
export function ask(url: string, { cookie, ip, operation, input, key }: SentMutation) {
  return orNothing(openPhone(url, cookie, ip).act(operation, input, key))
}

export type Judgement = { lost: number; doubled: number; half: number; unheard: number; wrong: string[] }

/**
 * Looks for the traces of mutations.
 * @param done acknowledged mutations, in order
 * @param pending the last mutations, unacknowledged: each was done completely or not at all
 * @param how.old the server may have dropped stored responses, because it keeps only so many of one person
 */
export async function judge(
  db: Db,
  done: SentMutation[],
  pending: SentMutation[] = [],
  { old = false } = {},
): Promise<Judgement> {
  const judgement: Judgement = { lost: 0, doubled: 0, half: 0, unheard: 0, wrong: [] }
  const say = (what: string, mutation: SentMutation, found: number[]) =>
    judgement.wrong.push(
      `${mutation.kind} ${what}: its traces are there ${found} times (${mutation.thing ?? mutation.key})`,
    )
  /** Things whose traces a later mutation has replaced. */
  const covered = new Set<string>()
  const isCovered = ({ thing }: SentMutation) => thing !== undefined && covered.has(thing)
  const cover = ({ thing }: SentMutation) => thing !== undefined && covered.add(thing)
  for (const mutation of pending) {
    const found = [await countStoredResponses(db, mutation), ...(await mutation.traces(db))]
    if (found.every((times) => times === 1)) {
      judgement.unheard += 1
      cover(mutation)
    } else if (found.some((times) => times > 1)) {
      judgement.doubled += 1
      say('unanswered', mutation, found)
    } else if (found.some((times) => times !== 0)) {
      judgement.half += 1
      say('unanswered', mutation, found)
    }
  }
  for (const mutation of done.toReversed()) {
    const responses = await countStoredResponses(db, mutation)
    const found = [old && responses === 0 ? 1 : responses, ...(isCovered(mutation) ? [] : await mutation.traces(db))]
    cover(mutation)
    const isLost = found.some((times) => times < 1)
    const isDoubled = found.some((times) => times > 1)
    judgement.lost += isLost ? 1 : 0
    judgement.doubled += isDoubled ? 1 : 0
    if (isLost || isDoubled) say('acknowledged', mutation, found)
  }
  return judgement
}

/** Counts the stored responses for this key: each mutation stores one for retries. */
async function countStoredResponses(db: Db, { actor, key }: SentMutation) {
  const kept = db.selectFrom('idempotency').select('key').where('actor', '=', actor).where('key', '=', key)
  return (await kept.execute()).length
}

/** How many mutations there are of each kind. */
export function countKinds(mutations: Pick<SentMutation, 'kind'>[]) {
  const kinds = Map.groupBy(mutations, ({ kind }) => kind)
  return [...kinds].map(([kind, all]) => `${kind} ${all.length}`).join(', ')
}

import { setTimeout as pause } from 'node:timers/promises'
import { type KyselyPlugin, type RootOperationNode, SelectQueryNode } from 'kysely'
import type { Topic } from '#domain/live-topics.ts'
import type { Tx } from '#server/db/database.ts'
import { createWrite, type Write } from '#server/db/write.ts'
import { checkInAlone } from '#server/features/practices/check-in.ts'
import type { TestClub } from './club.ts'

/**
 * The negative control of the race tests: the same club without its guard. Each query runs on its own, without
 * transaction, lock, or retry, and after each read there is a pause in which other requests can act on what they read.
 * A race test that still passes with this proves nothing.
 */
export function removeGuard(club: TestClub) {
  const { ctx } = club
  const exposed = ctx.database.db.withPlugin(pausing) as unknown as Tx
  const unguarded: Write = async (act) => {
    const topics = new Set<Topic>()
    const answer = await act(exposed, (...announced) => {
      for (const topic of announced) topics.add(topic)
    })
    ctx.hub.publish([...topics].map((topic) => ({ topic, version: 1 })))
    return answer
  }
  ctx.write = unguarded
  separateCheckIns(club)
  const { checkIn } = ctx
  // Other writes look up their stored response first, and pause after it.
  ctx.checkIn = async (request) => {
    await pause(readPauseMs)
    return checkIn(request)
  }
}

/** Each check-in gets a transaction of its own, as if every request had reached another process. */
export function separateCheckIns({ ctx }: TestClub) {
  ctx.checkIn = (request) => checkInAlone(ctx, request)
}

/** The same for locks alone: transactions stay, but their reads lock no rows. */
export function removeLocks(club: TestClub) {
  const { ctx } = club
  separateCheckIns(club)
  const db = ctx.database.db.withPlugin(unlocking)
  ctx.write = createWrite({ ...ctx.database, db }, ctx.hub.publish)
}

const unlocking: KyselyPlugin = {
  transformQuery: ({ node }) => withoutLocks(node),
  transformResult: async ({ result }) => result,
}

function withoutLocks(node: RootOperationNode): RootOperationNode {
  if (!SelectQueryNode.is(node) || node.endModifiers === undefined) return node
  return {
    ...node,
    endModifiers: node.endModifiers.filter(({ modifier }) => modifier !== 'ForUpdate' && modifier !== 'ForShare'),
  }
}

const readPauseMs = 50
/** The pause after each read. A check-in reads everything together, so that its one pause has to be longer than those of others. */
const pauses = new WeakMap<object, number>()

const pausing: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    if (SelectQueryNode.is(node)) pauses.set(queryId, isOfCheckIn(node) ? 3 * readPauseMs : readPauseMs)
    return node
  },
  async transformResult({ result, queryId }) {
    const pauseMs = pauses.get(queryId)
    if (pauseMs !== undefined) await pause(pauseMs)
    return result
  },
}

function isOfCheckIn({ endModifiers = [] }: SelectQueryNode) {
  return endModifiers.some(({ modifier }) => modifier === 'ForShare')
}

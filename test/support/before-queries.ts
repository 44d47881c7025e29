import type { CompiledQuery, QueryResult } from 'kysely'
import type { TestClub } from './club.ts'

/** Does something before each query of the club, which waits for it, until the end of the scope. */
export function beforeQueries({ db }: TestClub, act: (sql: string) => unknown): Disposable {
  const executor = db.getExecutor()
  const { executeQuery } = executor
  executor.executeQuery = async <Row>(query: CompiledQuery<Row>) => {
    await act(query.sql)
    return executeQuery.call(executor, query) as Promise<QueryResult<Row>>
  }
  return { [Symbol.dispose]: () => Object.assign(executor, { executeQuery }) }
}

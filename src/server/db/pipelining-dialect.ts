import {
  type DatabaseConnection,
  DummyDriver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  Transaction,
  type TransactionSettings,
} from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Kysely's PostgreSQL dialect over connections that send each query without waiting for the results of those before it (`pipeline` of
 * pg). A transaction's first queries leave together with its `begin`, which saves a round trip.
 */
export class PipeliningDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new PipeliningDriver(this.#config)
  }
}

class PipeliningDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const begun = super.beginTransaction(connection, settings)
    begun.catch(() => {})
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection) {
    const committed = super.commitTransaction(connection)
    await Promise.all([this.#begun.get(connection), committed])
  }
}

/** What Kysely asks of a transaction but doesn't use while it runs. */
const unused = { config: { dialect: new PostgresDialect({ pool: () => Promise.reject() }) }, driver: new DummyDriver() }

/**
 * Runs a transaction's queries without waiting for one another: those that are awaited together cost one round trip. They are carried
 * out in the order in which they were sent, and if one fails, so do all after it.
 */
export function pipelined<T>(tx: Transaction<Schema>, act: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  const executor = tx.getExecutor()
  return executor.provideConnection((connection) =>
    act(
      new Transaction<Schema>({
        ...unused,
        dialect: unused.config.dialect,
        executor: executor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
      }),
    ),
  )
}

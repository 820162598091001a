import pg from 'pg'

/** Calls `run` with a pool of one connection, and closes the pool at the end. */
export async function withPool<Result>(
  connectionString: string,
  run: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ connectionString, max: 1 })
  // The database may close the connection after the pool has ended, which would crash the process without this
  // listener.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  try {
    return await run(pool)
  } finally {
    await pool.end()
  }
}

import { chown } from 'node:fs/promises'
import { userInfo } from 'node:os'
import type { Cleanup } from './cleanup.ts'
import { createTempFolder } from './culvert.ts'
import { findSparePorts } from './ports.ts'
import { startProcess } from './processes.ts'

/** A PostgreSQL server for one test, which can stop and start it. */
export interface PostgresServer {
  url: string
  /** Ends it as a crash would: nothing is written, every connection breaks. */
  crash(): Promise<void>
  start(): Promise<void>
}

/** Starts a PostgreSQL server on a new database; undefined if this machine has none, or no user for it. */
export async function startPostgres(cleanup: Cleanup): Promise<PostgresServer | undefined> {
  const bin = (await output('pg_config', ['--bindir']))?.trim()
  // It refuses to run as root.
  const isRoot = userInfo().uid === 0
  const ids = isRoot ? await Promise.all(['-u', '-g'].map((which) => output('id', [which, 'postgres']))) : []
  if (bin === undefined || ids.includes(undefined)) return undefined
  const folder = await createTempFolder(cleanup)
  if (isRoot) await chown(folder, Number(ids[0]), Number(ids[1]))
  const run = async (program: string, ...args: string[]) => {
    const command = [`${bin}/${program}`, '-D', `${folder}/data`, ...args]
    const [name = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    const ran = startProcess(name, rest, { cwd: folder })
    const { code } = await ran.waitForExit(60_000)
    if (code !== 0) throw new Error(`${program} ended with ${code}\n${ran.stdout}${ran.stderr}`)
  }
  const [port = 0] = await findSparePorts(1)
  // Its log goes to a file, because it would hold the pipes of pg_ctl open.
  const start = () => run('pg_ctl', '-w', '-l', `${folder}/log`, '-o', `-p ${port} -h 127.0.0.1 -k ${folder}`, 'start')
  await run('initdb', '--auth', 'trust', '--username', 'postgres', '--no-sync')
  await start()
  cleanup.defer(() => run('pg_ctl', '-m', 'immediate', 'stop'))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return { url, start, crash: () => run('pg_ctl', '-m', 'immediate', 'stop') }
}

/** Returns a program's output; undefined if it is missing or failed. */
async function output(name: string, args: string[]): Promise<string | undefined> {
  const program = startProcess(name, args)
  const { code } = await program.waitForExit()
  return code === 0 ? program.stdout : undefined
}

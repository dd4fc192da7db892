import cluster from 'node:cluster'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createLog, logWarnings } from '@culvert/program/log'
import type { Logger } from 'pino'
import type { EdgeConfig } from '../config.ts'
import { noHttps } from '../ingress/options.ts'
import type { RunningEdge } from '../running-edge.ts'
import { mergeMetrics } from '../operations/metrics.ts'
import { type OperationsServer, startOperationsServer } from '../operations/operations-server.ts'
import { positionVariables } from './messages.ts'
import type { ProcessPosition } from './position.ts'
import { ProcessHandle, RefusedWorker } from './process-handle.ts'
import type { ChildWorker } from './process-handle.ts'

/** A process that ends within this time of its start is not started again at once; milliseconds. */
const shortLifeMs = 5_000
const restartMs = 1_000
/** Time for last reports in addition to the grace period; processes that still run after it are killed. */
const marginMs = 10_000

/** Starts an edge of several processes, one per core used. Rejects, with nothing left running, if one cannot start. */
export async function startEdgeProcesses(config: EdgeConfig): Promise<RunningEdge & { log: Logger }> {
  const primary = new Primary(config)
  return await primary.start()
}

/** Starts the processes, restarts one that ends on its own, and answers the operator on behalf of all of them. */
class Primary {
  readonly #config: EdgeConfig
  readonly #log: Logger
  readonly #processes: ProcessHandle[] = []
  #folder = ''
  #isStopping = false
  #operations: OperationsServer | undefined

  constructor(config: EdgeConfig) {
    this.#config = config
    this.#log = createLog({ name: 'edge', level: config.logLevel })
    logWarnings(this.#log)
  }

  async start(): Promise<RunningEdge & { log: Logger }> {
    const { processes: count, operations } = this.#config
    this.#folder = await mkdtemp(join(tmpdir(), 'culvert-edge-'))
    // If the primary handed out connections, one in transit to a process that dies would stay open, unanswered, forever.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.setupPrimary({ exec: fileURLToPath(new URL('../process-entry.ts', import.meta.url)) })
    for (let number = 0; number < count; number += 1) this.#startProcess({ number, count, folder: this.#folder })
    try {
      const [first] = await Promise.all(this.#processes.map(({ started }) => started))
      if (first === undefined) throw new Error(`expected at least one process, found ${count}`)
      if (operations !== undefined) {
        const findObstacles = () => this.#findObstacles()
        const render = () => this.#renderMetrics()
        this.#operations = await startOperationsServer({ ...operations, findObstacles, render })
      }
      const operationsPort = this.#operations?.port
      this.#log.info({ ...first, operationsPort, processes: count }, 'edge started')
      let closed: Promise<void> | undefined
      return {
        log: this.#log,
        ...first,
        operationsPort,
        close: ({ graceMs = this.#config.drainMs } = {}) => (closed ??= this.#close(graceMs)),
      }
    } catch (error) {
      await this.#close(0)
      throw error
    }
  }

  #startProcess(position: ProcessPosition): void {
    const started = new ProcessHandle(position.number, this.#fork(position), (connection, handle) => {
      const wanted = this.#processes[connection.process]
      if (wanted === undefined) handle.close()
      else wanted.pass(connection, handle)
    })
    this.#processes[position.number] = started
    void started.started.then(
      () => this.#tellRunning(),
      () => {},
    )
    void this.#watch(started, position)
  }

  #fork({ number, count, folder }: ProcessPosition): ChildWorker {
    try {
      return cluster.fork({
        [positionVariables.number]: number,
        [positionVariables.count]: count,
        [positionVariables.folder]: folder,
        // Picked once for all of them.
        EDGE_HTTPS_PORT: this.#config.secure?.port ?? noHttps,
      })
    } catch (error) {
      return new RefusedWorker(error)
    }
  }

  /** The agents of a process that ended come back on their own, and show their tickets to its replacement. */
  async #watch(watched: ProcessHandle, position: ProcessPosition): Promise<void> {
    const how = await watched.exited
    this.#tellRunning()
    if (this.#isStopping) return
    this.#log.error({ process: position.number, how }, 'a process of the edge ended; restarting it')
    if (performance.now() - watched.startedMs < shortLifeMs) await delay(restartMs)
    if (!this.#isStopping) this.#startProcess(position)
  }

  #tellRunning(): void {
    const running = this.#processes.filter(({ isRunning }) => isRunning)
    for (const each of running) each.tellRunning(running.map(({ number }) => number))
  }

  async #findObstacles(): Promise<string[]> {
    const asked = this.#processes.map(async (running) => {
      const state = await running.ask()
      const obstacles = state?.obstacles ?? ['it does not answer']
      return obstacles.map((obstacle) => `process ${running.number}: ${obstacle}`)
    })
    return (await Promise.all(asked)).flat()
  }

  async #renderMetrics(): Promise<string> {
    const states = await Promise.all(this.#processes.map((running) => running.ask()))
    return await mergeMetrics(states.flatMap((state) => (state === undefined ? [] : [state.metrics])))
  }

  async #close(graceMs: number): Promise<void> {
    this.#isStopping = true
    for (const running of this.#processes) running.stop(graceMs)
    const timer = setTimeout(() => this.#processes.forEach((running) => running.kill()), graceMs + marginMs)
    await Promise.all(this.#processes.map(({ exited }) => exited))
    clearTimeout(timer)
    this.#operations?.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

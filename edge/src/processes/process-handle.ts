import { EventEmitter } from 'node:events'
import type { FromProcess, PackedConnection, ProcessState, Started, ToProcess } from './messages.ts'
import { type NativeHandle, isHandle, sendHandle } from './native-handle.ts'
import { inTransitMax } from './process-handoff.ts'

/** How long to wait for a process that hangs; milliseconds. */
const answerMs = 2_000

/** What is needed of a worker of the cluster. */
export interface ChildWorker extends EventEmitter {
  /** Without a `pid`, the system could not start it. */
  readonly process: { readonly pid?: number | undefined; kill(signal: 'SIGKILL'): unknown }
  isConnected(): boolean
  send(message: ToProcess, callback: () => void): boolean
}

/** A worker that the system refused at once; Node reports some refusals only by an event. */
export class RefusedWorker extends EventEmitter implements ChildWorker {
  readonly process = { kill: () => {} }

  constructor(error: unknown) {
    super()
    process.nextTick(() => this.emit('error', error))
  }

  isConnected(): boolean {
    return false
  }

  send(): boolean {
    return false
  }
}

/** Called with a connection that a process passes on, and its handle. */
export type OnPass = (connection: PackedConnection, handle: NativeHandle) => void

/** One of the processes of an edge, as the primary sees it. */
export class ProcessHandle {
  readonly number: number
  readonly startedMs = performance.now()
  readonly #worker: ChildWorker
  readonly #started = Promise.withResolvers<Started>()
  readonly #exited = Promise.withResolvers<string>()
  readonly #questions = new Map<number, (answer: ProcessState | undefined) => void>()
  readonly #onPass: OnPass
  /** The number of connections in transit to it. */
  readonly #inTransit = new Set<NativeHandle>()
  #isRunning = false
  #lastQuestion = 0
  /** The reason why it could not start. */
  #failure: string | undefined

  constructor(number: number, worker: ChildWorker, onPass: OnPass) {
    this.number = number
    this.#worker = worker
    this.#onPass = onPass
    worker.on('message', (message: FromProcess, handle: unknown) => this.#onMessage(message, handle))
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#end(this.#failure ?? signal ?? `exit code ${code}`)
    })
    // Of a process that was not started there is no `exit`.
    worker.on('error', (error: Error) => {
      if (worker.process.pid === undefined) this.#end(error.message)
    })
    this.#started.promise.catch(() => {})
  }

  /** Rejects if it cannot start. */
  get started(): Promise<Started> {
    return this.#started.promise
  }

  /** Resolves with a description of how it ended. */
  get exited(): Promise<string> {
    return this.#exited.promise
  }

  /** Reports whether it has started and not ended. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Sends it the numbers of the running processes. */
  tellRunning(numbers: number[]): void {
    this.#send({ type: 'running', numbers })
  }

  /** Passes a connection to it; a connection that it cannot take is closed, and the client redials. */
  pass(connection: PackedConnection, handle: NativeHandle): void {
    if (!this.#isRunning || !this.#worker.isConnected() || this.#inTransit.size >= inTransitMax) {
      handle.close()
      return
    }
    this.#inTransit.add(handle)
    const message: ToProcess = { type: 'passed', connection }
    sendHandle(this.#worker, message, handle, () => {
      this.#inTransit.delete(handle)
      handle.close()
    })
  }

  /** Asks for its state; resolves with undefined if it does not answer in time. */
  async ask(): Promise<ProcessState | undefined> {
    if (!this.#worker.isConnected()) return undefined
    const { promise, resolve } = Promise.withResolvers<ProcessState | undefined>()
    const id = (this.#lastQuestion += 1)
    this.#questions.set(id, resolve)
    const timer = setTimeout(() => resolve(undefined), answerMs)
    this.#send({ type: 'question', id })
    const answer = await promise
    clearTimeout(timer)
    this.#questions.delete(id)
    return answer
  }

  stop(graceMs: number | undefined): void {
    this.#send({ type: 'stop', graceMs })
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  #end(how: string): void {
    this.#isRunning = false
    for (const answer of this.#questions.values()) answer(undefined)
    for (const waiting of this.#inTransit) waiting.close()
    this.#exited.resolve(how)
    this.#started.reject(new Error(`A process of the edge ended before it had started (${how}).`))
  }

  #send(message: ToProcess): void {
    // It may have ended a moment ago.
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }

  #onMessage(message: FromProcess, handle: unknown): void {
    switch (message.type) {
      case 'started':
        this.#isRunning = true
        this.#started.resolve(message.started)
        break
      case 'failed':
        this.#failure = message.message
        this.#started.reject(new Error(message.message))
        break
      case 'answer':
        this.#questions.get(message.id)?.(message.answer)
        break
      case 'pass':
        if (isHandle(handle)) this.#onPass(message.connection, handle)
        break
      default:
        message satisfies never
    }
  }
}

import type { Worker } from 'node:cluster'
import type { FromProcess, ProcessState, Started, ToProcess } from './messages.ts'

/** How long a process that hangs is waited for; milliseconds. */
const answerMs = 2_000

/** One of the processes of an edge, as the primary sees it. */
export class ProcessHandle {
  readonly number: number
  readonly startedMs = performance.now()
  readonly #worker: Worker
  readonly #started = Promise.withResolvers<Started>()
  readonly #exited = Promise.withResolvers<string>()
  readonly #questions = new Map<number, (answer: ProcessState) => void>()
  #lastQuestion = 0
  /** The reason why it could not start. */
  #failure: string | undefined

  constructor(number: number, worker: Worker) {
    this.number = number
    this.#worker = worker
    worker.on('message', (message: FromProcess) => this.#onMessage(message))
    worker.once('exit', (code, signal) => {
      const how = this.#failure ?? signal ?? `exit code ${code}`
      this.#exited.resolve(how)
      this.#started.reject(new Error(`A process of the edge ended before it had started (${how}).`))
    })
    this.#started.promise.catch(() => {})
  }

  /** Rejects when it cannot start. */
  get started(): Promise<Started> {
    return this.#started.promise
  }

  /** Resolves with a description of how it ended. */
  get exited(): Promise<string> {
    return this.#exited.promise
  }

  /** Asks for its state; resolves with undefined when it does not answer in time. */
  async ask(): Promise<ProcessState | undefined> {
    const { promise, resolve } = Promise.withResolvers<ProcessState | undefined>()
    const id = (this.#lastQuestion += 1)
    this.#questions.set(id, resolve)
    void this.exited.then(() => resolve(undefined))
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

  #send(message: ToProcess): void {
    // It may have ended a moment ago.
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }

  #onMessage(message: FromProcess): void {
    switch (message.type) {
      case 'started':
        this.#started.resolve(message.started)
        break
      case 'failed':
        this.#failure = message.message
        this.#started.reject(new Error(message.message))
        break
      case 'answer':
        this.#questions.get(message.id)?.(message.answer)
        break
      default:
        message satisfies never
    }
  }
}

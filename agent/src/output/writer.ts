/** The part of process.stdout and process.stderr that is used. */
export interface TextStream {
  /** How much waits to be written; undefined if nothing ever waits. */
  readonly writableLength?: number
  write(text: string, callback?: () => void): boolean
  on(event: 'error', listener: () => void): unknown
}

/** How long lines are collected before they are written, in milliseconds: a write per request would cost as much as the request. */
const flushDelayMs = 50

/** How much may wait for a reader that has stopped reading, in bytes: lines that come in thousands, and single ones, such as the last. */
const waitingBytesMax = { many: 1024 * 1024, single: 4 * 1024 * 1024 }

/** Collects lines into few writes. A reader that stops reading, such as a pager, misses lines rather than filling the memory. */
export class LineWriter {
  readonly #stream: TextStream
  readonly #describeLost: (count: number) => string
  #lines: string[] = []
  #lostCount = 0
  #timer: NodeJS.Timeout | undefined

  /** `describeLost` returns the line that takes the place of lines that were left out. */
  constructor(stream: TextStream, describeLost: (count: number) => string) {
    this.#stream = stream
    this.#describeLost = describeLost
    // Once the reader of the output is gone (`culvert … | head`), the tunnel continues silently.
    stream.on('error', () => {})
  }

  /** Adds a line that may be written slightly later. */
  add(line: string): void {
    this.#lines.push(line)
    this.#timer ??= setTimeout(() => this.flush(), flushDelayMs)
  }

  /** Adds a line, and writes it with all preceding ones at once. */
  addNow(line: string): void {
    this.flush()
    this.#write([line], waitingBytesMax.single)
  }

  /** Writes the collected lines. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lines = this.#lines
    this.#lines = []
    if (lines.length > 0) this.#write(lines, waitingBytesMax.many)
  }

  /** Resolves when everything was written. */
  async close(): Promise<void> {
    this.flush()
    await this.#untilWritten()
    if (this.#lostCount === 0) return
    this.#write([], waitingBytesMax.single)
    await this.#untilWritten()
  }

  #write(lines: readonly string[], bytesMax: number): void {
    if ((this.#stream.writableLength ?? 0) > bytesMax) {
      this.#lostCount += lines.length
      return
    }
    const all = this.#lostCount === 0 ? lines : [this.#describeLost(this.#lostCount), ...lines]
    this.#lostCount = 0
    this.#stream.write(`${all.join('\n')}\n`)
  }

  #untilWritten(): Promise<void> {
    return new Promise((resolve) => this.#stream.write('', resolve))
  }
}

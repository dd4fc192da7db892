/** The part of process.stdout and process.stderr that is used. */
export interface TextStream {
  write(text: string, callback?: () => void): boolean
  on(event: 'error', listener: () => void): unknown
}

/** How long lines are collected before they are written, in milliseconds: a write per request would cost as much as the request. */
const flushDelayMs = 50

/** Collects lines into few writes. */
export class LineWriter {
  readonly #stream: TextStream
  #lines: string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(stream: TextStream) {
    this.#stream = stream
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
    this.#lines.push(line)
    this.flush()
  }

  /** Writes the collected lines. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.length === 0) return
    this.#lines.push('')
    this.#stream.write(this.#lines.join('\n'))
    this.#lines = []
  }

  /** Resolves when everything was written. */
  close(): Promise<void> {
    this.flush()
    return new Promise((resolve) => this.#stream.write('', resolve))
  }
}

import { execFile } from 'node:child_process'

/** One transfer: a large file down, or a file up. */
export interface TransferOptions {
  port: number
  hostHeader: string
  path: string
  /** Bytes that must move. */
  bytes: number
  /** The file to send; if omitted, the answer's body counts. */
  uploadFile?: string
  signal: AbortSignal
}

/** The result of one transfer. */
export interface Transfer {
  /** Millions of bytes a second, from the start of the connection to the last byte of the answer. */
  megabytesPerSecond: number
  /** The error; undefined if every byte arrived. */
  error?: string
}

const transferTimeoutSeconds = 300

/** Moves one file with curl, through loopback, and checks that all of it moved. */
export function runTransfer(options: TransferOptions): Promise<Transfer> {
  const args = [
    ['--silent', '--show-error', '--http1.1'],
    ['--max-time', String(transferTimeoutSeconds)],
    ['--output', '/dev/null'],
    ['--write-out', '%{http_code} %{size_download} %{size_upload} %{time_total}'],
    ['--header', `Host: ${options.hostHeader}`],
    // Without this, curl waits for a 100 that some peers never send.
    ['--header', 'Expect:'],
    options.uploadFile === undefined ? [] : ['--upload-file', options.uploadFile],
    [`http://127.0.0.1:${options.port}${options.path}`],
  ].flat()
  return new Promise((resolve, reject) => {
    execFile('curl', args, { signal: options.signal }, (error, stdout, stderr) => {
      if (options.signal.aborted) {
        reject(new Error('The transfer was interrupted.', { cause: error }))
        return
      }
      const [status = 0, down = 0, up = 0, seconds = 0] = stdout.trim().split(' ').map(Number)
      const moved = options.uploadFile === undefined ? down : up
      const megabytesPerSecond = moved / 1e6 / seconds
      if (error) resolve({ megabytesPerSecond, error: stderr.trim() || error.message })
      else if (status < 200 || status > 299) resolve({ megabytesPerSecond, error: `status ${status}` })
      else if (moved !== options.bytes) resolve({ megabytesPerSecond, error: `${moved} of ${options.bytes} bytes` })
      else resolve({ megabytesPerSecond })
    })
  })
}

/** Resolves when everything has left this process, or its reader is gone: a pipe takes only 64 KiB at a time, and an exit discards the rest. */
export function untilWritten(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength === 0) return Promise.resolve()
  return new Promise((resolve) => stream.write('', () => resolve()))
}

/** Keeps this process, with the agent in it, from running, as a signal or a closed lid does. */
export function stopFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

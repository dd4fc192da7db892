/** Resolves once a figure has not changed for 300 ms: the test measures that something does not happen. */
export async function waitUntilStable(read: () => number): Promise<void> {
  let last = -1
  for (let still = 0; still < 3; still += 1) {
    if (last !== read()) still = 0
    last = read()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

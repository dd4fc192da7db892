import open from 'open'
import { readEnvironment } from '@culvert/program'

/** Opens a page in the browser: that of BROWSER, or the system's. A browser that does not start is no fault: the address is printed. */
export async function showPage(url: string): Promise<void> {
  const { BROWSER } = readEnvironment()
  const child = await open(url, BROWSER === undefined ? {} : { app: { name: BROWSER } }).catch(() => undefined)
  child?.on('error', () => {})
}

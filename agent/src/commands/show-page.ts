import open from 'open'
import { readEnvironment } from '@culvert/program'

/** Opens a page in the browser that BROWSER names, or the system's. If no browser starts, that is not an error: the address is printed. */
export async function showPage(url: string): Promise<void> {
  const { BROWSER } = readEnvironment()
  const child = await open(url, BROWSER === undefined ? {} : { app: { name: BROWSER } }).catch(() => undefined)
  child?.on('error', () => {})
}

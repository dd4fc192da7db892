import { once } from 'node:events'
import { createServer } from 'node:net'

/** Reports whether a TCP port of this machine is currently free. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port)
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (isFree) await once(probe.close(), 'close')
  return isFree
}

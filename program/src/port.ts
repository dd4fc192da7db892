import { once } from 'node:events'
import { createServer } from 'node:net'

/** Whether nobody listens on a TCP port of this machine at this moment. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port)
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (isFree) await once(probe.close(), 'close')
  return isFree
}

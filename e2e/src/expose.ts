import { randomBytes } from 'node:crypto'
import { startAgent } from './agent.ts'
import type { App } from './apps.ts'
import type { Cleanup } from './cleanup.ts'
import type { Site } from './culvert.ts'
import { signUp } from './people.ts'

/** Exposes a local app on a random hostname, with a new person's agent and more arguments; returns the public URL. */
export async function expose(cleanup: Cleanup, site: Site, app: App, args: string[] = []): Promise<string> {
  const person = await signUp(site, `p${randomBytes(4).toString('hex')}`)
  const { secret } = await person.createAuthToken()
  const agent = await startAgent(cleanup, site, { port: app.port, secret, args })
  return agent.publicUrl
}

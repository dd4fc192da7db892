import { startAgent } from '@culvert/e2e/agent'
import { startApp } from '@culvert/e2e/apps'
import { planSite, type Site, startStandalone } from '@culvert/e2e/culvert'
import { type Person, signUp } from '@culvert/e2e/people'
import type { ProgramCleanup } from '@culvert/e2e/program-cleanup'

/** An installation of the existing build, and a person who runs an agent on it. */
export interface Installation {
  site: Site
  person: Person
}

/** Starts one, which the cleanup ends. */
export async function startInstallation(cleanup: ProgramCleanup): Promise<Installation> {
  const site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  const person = await signUp(site, 'Ada')
  cleanup.defer(() => person.control.close())
  const { secret } = await person.createAuthToken()
  const app = await startApp(cleanup, (_request, response) => response.end())
  await startAgent(cleanup, site, { port: app.port, secret })
  return { site, person }
}

import type { App } from '../app.ts'
import * as repository from './repository.ts'
import { edgeSilentBefore } from './rules.ts'

/** The authorities of edges whose certificates are not publicly trusted, as PEM: agents that dial them trust these too. */
export async function listEdgeAuthorities({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<string[]> {
  return await repository.listAuthoritiesSince(db, edgeSilentBefore(clock.now()))
}

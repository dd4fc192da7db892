import type { Credentials } from '../config/credentials.ts'
import { checkNetwork } from '../doctor/network.ts'
import { showFinding } from '../doctor/show-finding.ts'

/**
 * Shows what may be wrong between this machine and a server, after a start that failed. Checks that passed are left out, and so is the server's silence, which
 * has already been reported.
 */
export async function explainUnreachable({ server, authorities }: Credentials): Promise<void> {
  for (const finding of await checkNetwork(server, authorities)) {
    const isSaid = finding.outcome === 'ok' || finding.outcome === 'skipped' || finding.check === 'Server'
    if (!isSaid) showFinding(finding, (text) => process.stderr.write(text))
  }
}

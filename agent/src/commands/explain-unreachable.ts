import type { Credentials } from '../config/credentials.ts'
import { checkNetwork } from '../doctor/network.ts'
import { showFinding } from '../doctor/show-finding.ts'

/** Shows what is wrong between this machine and a server, after a start that failed. What is well is left out. */
export async function explainUnreachable({ server, authorities }: Credentials): Promise<void> {
  const findings = await checkNetwork(server, authorities)
  for (const finding of findings)
    if (finding.outcome !== 'ok' && finding.outcome !== 'skipped') showFinding(finding, process.stderr)
}

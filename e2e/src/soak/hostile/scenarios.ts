import { costScenarios } from './cost.ts'
import { dashboardScenarios } from './dashboards.ts'
import { hostnameScenarios } from './hostnames.ts'
import { connectionScenarios } from './connections.ts'
import { edgeScenarios } from './edge.ts'
import { identityScenarios } from './identity.ts'
import { operationScenarios } from './operations.ts'
import { operatorScenarios } from './operators.ts'
import { runtimeScenarios } from './runtimes.ts'
import { liveScenarios } from './live.ts'
import type { Scenario } from './scenario.ts'
import { socketScenarios } from './sockets.ts'
import { visitorScenarios } from './visitors.ts'

/** Every scenario of a hostile run, in the order in which they are tried. */
export const scenarios: readonly Scenario[] = [
  ...hostnameScenarios,
  ...visitorScenarios,
  ...connectionScenarios,
  ...edgeScenarios,
  ...costScenarios,
  ...operationScenarios,
  ...socketScenarios,
  ...operatorScenarios,
  ...runtimeScenarios,
  ...identityScenarios,
  ...liveScenarios,
  ...dashboardScenarios,
]

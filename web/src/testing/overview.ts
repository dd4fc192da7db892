const noTraffic = { apiRequests: 0, failedRequests: 0, dataInBytes: 0, dataOutBytes: 0 }

/** The overview's data of an account in which nothing has happened. */
export function anOverview(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    usageTotals: [
      { date: '2026-11-20', ...noTraffic },
      { date: '2026-11-21', ...noTraffic },
    ],
    planUsage: [],
    notices: { nodes: [] },
    members: [{ id: 'ada' }, { id: 'grace' }],
    ...more,
  }
}

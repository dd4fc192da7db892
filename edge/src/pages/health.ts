/** Status and body of `/healthz`: the program runs. */
export const health = { status: 200, body: '{"status":"ok"}\n' }

/** Status and body of `/readyz`; `obstacles` keep the edge from being ready. */
export function describeReadiness(obstacles: readonly string[]): { status: number; body: string } {
  return obstacles.length === 0
    ? { status: 200, body: '{"status":"ready"}\n' }
    : { status: 503, body: `${JSON.stringify({ status: 'not ready', obstacles })}\n` }
}

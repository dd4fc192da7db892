/**
 * The id under which the server answered the page itself (its header `Server-Timing: request;desc="…"`): scripts cannot
 * read any other header of it. Browsers expose it on https and localhost only.
 */
export function findPageRequestId(): string | undefined {
  return performance
    .getEntriesByType('navigation')
    .flatMap((entry) => (entry instanceof PerformanceNavigationTiming ? (entry.serverTiming ?? []) : []))
    .find(({ name }) => name === 'request')?.description
}

/** Describes what a token is bound to: a hostname, or a prefix with an asterisk. */
export function describeBinding({
  gateway,
  hostnamePrefix,
}: {
  gateway: { subdomain: string } | null
  hostnamePrefix: string | null
}): string {
  return gateway?.subdomain ?? `${hostnamePrefix ?? ''}*`
}
